// The door of Google Reader: all paths, on one page. README.md says what is supported and what is not.
import { libraryFor } from '../../library/library.ts';
import { Refusal } from '../../model/refusal.ts';
import { queryFields } from '../form-fields.ts';
import { Parameters, readParameters, withEscapedAmpersands, withEscapedPluses } from '../parameters.ts';
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

/** Under API; `read`: where its parameters come from. */
type ApiRoute = [Route['method'], name: string, AppHandler, read?: typeof inUrlAndBody];

const apiRoutes: readonly ApiRoute[] = [
  ['GET', 'token', token],
  ['GET', 'user-info', userInfo],

  ['GET', 'subscription/list', subscriptions.list],
  ['POST', 'subscription/edit', subscriptions.edit],
  ['POST', 'subscription/quickadd', subscriptions.quickAdd],
  ['GET', 'subscription/export', subscriptions.exportFeeds],
  ['POST', 'subscription/import', subscriptions.importFeeds, inUrlOnly],

  ['GET', 'tag/list', labels.listTags],
  ['POST', 'rename-tag', labels.renameTag],
  ['POST', 'disable-tag', labels.disableTag],
  ['GET', 'unread-count', labels.unreadCount],

  ['GET', 'stream/items/ids', items.listIds],
  ['GET', 'stream/items/contents', items.namedContents],
  ['POST', 'stream/items/contents', items.namedContents],
  ['GET', 'stream/contents/*', items.contentsOfStream],
  ['POST', 'stream/contents/*', items.contentsOfStream],

  ['POST', 'edit-tag', marks.editTag],
  ['POST', 'mark-all-as-read', marks.markAllAsRead],

  ['GET', 'preference/list', () => json({ prefs: [] })],
  ['GET', 'preference/stream/list', () => json({ streamprefs: {} })],
  ['GET', 'friend/list', () => json({ friends: [] })],
];

/** Opens the door. */
export function openGreaderDoor(house: ReaderHouse): Door {
  const on = (method: Route['method'], path: string, handle: Handler): Route => ({ method, path, handle });
  const as = (asked: string, handle: AppHandler, read = inUrlAndBody): Handler => {
    return async (call) => {
      const parameters = await read(call, 'answer');
      const app = await requireApp(house, call, { parameters, asked });
      const { name, userId } = app;
      const library = libraryFor(house.library, { doer: { kind: 'app-password', name }, userId });
      try {
        return await handle({ ...house, library }, { call, parameters, app, userId });
      } catch (error) {
        // If the account has gone meanwhile, nothing can be written for it: that is no fault of ours.
        if (!(error instanceof Refusal)) await requireApp(house, call, { parameters, asked });
        throw error;
      }
    };
  };
  const api = (...[method, name, handle, read]: ApiRoute): Route =>
    on(method, `${API}/${name}`, as(name.replace(/\/\*$/, ''), handle, read));
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

      ...apiRoutes.map((route) => api(...route)),
      on('GET', `${BASE}/reader/atom/*`, as('atom', atom)),
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
  return readParameters(call, action, (written) => withEscapedPluses(withEscapedAmpersands(written)));
}

/** Parameters come from the URL only, because the body is a document. */
async function inUrlOnly({ url }: Call, action: string): Promise<Parameters> {
  return new Parameters(queryFields(url, action), new URLSearchParams());
}
