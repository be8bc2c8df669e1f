// The door of Google Reader: all paths, on one page. README.md says what is supported and what is not.
import { libraryFor } from '../../library/library.ts';
import { queryFields } from '../form-fields.ts';
import { Parameters, readParameters, withEscapedAmpersands } from '../parameters.ts';
import type { Call, Door, Handler, Route, Tongue } from '../routing.ts';
import { requireApp } from './access.ts';
import { atom } from './atom.ts';
import { fail, refuse } from './errors.ts';
import type { AppHandler, ReaderHouse } from './handler.ts';
import * as items from './items.ts';
import * as labels from './labels.ts';
import * as marks from './marks.ts';
import { json, ok, text } from './present.ts';
import { clientLogin, token, userInfo } from './sign-in.ts';
import * as subscriptions from './subscriptions.ts';

/** The base path of the table below, which apps know from FreshRSS; the address of the server alone works as well. */
const BASE = '/api/greader.php';
const API = `${BASE}/reader/api/0`;

export const greaderTongue: Tongue = {
  name: 'greader',
  crossOrigin: true,
  owns: (path) => path !== listedAs(path) || path.startsWith(BASE),
  refuse,
  fail,
};

/** Opens the door. */
export function openGreaderDoor(house: ReaderHouse): Door {
  const on = (method: Route['method'], path: string, handle: Handler): Route => ({ method, path, handle });
  const as = (asked: string, handle: AppHandler, read = inUrlAndBody): Handler => {
    return async (call) => {
      const parameters = await read(call, 'answer');
      const app = await requireApp(house, call, { parameters, asked });
      const library = libraryFor(house.library, { kind: 'app-password', name: app.name });
      return handle({ ...house, library }, { call, parameters, app, userId: app.userId });
    };
  };
  const api = (
    method: Route['method'],
    name: string,
    handle: AppHandler,
    read?: typeof inUrlAndBody,
  ): Route => on(method, `${API}/${name}`, as(name.replace(/\/\*$/, ''), handle, read));
  return {
    ...greaderTongue,
    listedAs,
    routes: [
      on('GET', BASE, ok),
      on('GET', `${BASE}/check/compatibility`, ({ request }) =>
        text(request.headers.has('Authorization') ? 'PASS' : 'FAIL: no Authorization header has arrived'),
      ),
      on('POST', `${BASE}/accounts/ClientLogin`, (call) => clientLogin(house, call)),
      on('GET', `${BASE}/accounts/ClientLogin`, (call) => clientLogin(house, call)),
      api('GET', 'token', token),
      api('GET', 'user-info', userInfo),

      api('GET', 'subscription/list', subscriptions.list),
      api('POST', 'subscription/edit', subscriptions.edit),
      api('POST', 'subscription/quickadd', subscriptions.quickAdd),
      api('GET', 'subscription/export', subscriptions.exportFeeds),
      api('POST', 'subscription/import', subscriptions.importFeeds, inUrlOnly),

      api('GET', 'tag/list', labels.listTags),
      api('POST', 'rename-tag', labels.renameTag),
      api('POST', 'disable-tag', labels.disableTag),
      api('GET', 'unread-count', labels.unreadCount),

      api('GET', 'stream/items/ids', items.listIds),
      api('GET', 'stream/items/contents', items.namedContents),
      api('POST', 'stream/items/contents', items.namedContents),
      api('GET', 'stream/contents/*', items.contentsOfStream),
      api('POST', 'stream/contents/*', items.contentsOfStream),
      on('GET', `${BASE}/reader/atom/*`, as('atom', atom)),

      api('POST', 'edit-tag', marks.editTag),
      api('POST', 'mark-all-as-read', marks.markAllAsRead),

      api('GET', 'preference/list', () => json({ prefs: [] })),
      api('GET', 'preference/stream/list', () => json({ streamprefs: {} })),
      api('GET', 'friend/list', () => json({ friends: [] })),
    ],
  };
}

/** Apps put their own prefix before the one that the person has typed, with extra slashes in between. */
function listedAs(path: string): string {
  const rest = path.replace(/^(?:\/+api\/+greader\.php|\/+greader\.php)+(?=\/|$)/, '');
  const isPrefixed = rest !== path;
  const bare = rest.replace(/^\/+/, '/');
  const isOurs = /^\/(?:reader\/(?:api|atom)|accounts|check\/compatibility)(?:\/|$)/.test(bare);
  return isOurs || isPrefixed ? BASE + bare : path;
}

/** NetNewsWire and RSS Guard put titles of folders and feeds into forms and URLs as they are. */
function inUrlAndBody(call: Call, action: string): Promise<Parameters> {
  return readParameters(call, action, withEscapedAmpersands);
}

/** Parameters come from the URL only, because the body is a document. */
async function inUrlOnly({ url }: Call, action: string): Promise<Parameters> {
  return new Parameters(queryFields(url, action), new URLSearchParams());
}
