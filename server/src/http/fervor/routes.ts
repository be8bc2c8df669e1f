// The door of the contract's resource endpoints: all paths, on one page.
import { openApiDocument } from '@courant/protocol';
import { libraryFor } from '../../library/library.ts';
import type { Scope } from '../../model/scope.ts';
import { inTurns, type Pace } from '../big-answers.ts';
import { packedWhole } from '../packed.ts';
import type { Call, Door, Route, Tongue } from '../routing.ts';
import { requireAccess } from './access.ts';
import { fail, refuse } from './errors.ts';
import { openEventStreams } from './event-streams.ts';
import { announcedExtensions, extensionRoutes } from './extensions/extensions.ts';
import { FeedLists } from './feed-lists.ts';
import * as feeds from './feeds.ts';
import * as groups from './groups.ts';
import type { FervorHouse, FervorOptions, UserHandler } from './handler.ts';
import { readNothing } from './input.ts';
import * as items from './items.ts';
import { type InstanceFacts, json, presentInstance } from './present.ts';
import { RecentAnswers } from './recent-answers.ts';

/** Thirty turns of an idle event loop take less than a hundredth of such an answer. */
const bigPace: Pace = { atOnce: 2, turns: 30 };
/** A millisecond each. */
const eventPace: Pace = { atOnce: 8, turns: 2 };

/** Answers a call; `path` is the one in the table that the call has matched. */
type HandlerAt = (call: Call, path: string) => Promise<Response> | Response;

export const fervorTongue: Tongue = {
  name: 'fervor',
  crossOrigin: true,
  owns: (path) => path.startsWith('/api/'),
  refuse,
  fail,
};

/** Opens the door. */
export function openFervorDoor(options: FervorOptions): Door {
  const house: FervorHouse = {
    ...options,
    eventStreams: openEventStreams(options),
    recent: new RecentAnswers(),
    feedLists: new FeedLists(),
    inTurn: inTurns(bigPace),
    eventInTurn: inTurns(eventPace),
  };
  const on = (method: Route['method'], path: string, handle: HandlerAt): Route => ({
    method,
    path,
    handle: (call) => handle(call, path),
  });
  const as = (scope: Scope, handle: UserHandler): HandlerAt => {
    return async (call, path) => {
      const access = await requireAccess(house.accounts, call, scope);
      await readNothing(call, path);
      const acting = scope === 'read' ? house : { ...house, library: libraryFor(house.library, access.doer) };
      return packedWhole(call, await handle(acting, { ...call, ...access }));
    };
  };
  return {
    ...fervorTongue,
    routes: [
      on('GET', '/api/v1/instance', () =>
        json(presentInstance(house.instance, announcedExtensions(house.instance.url))),
      ),
      on('GET', '/api/v1/openapi.json', () => json(openApi(house.instance))),

      on('GET', '/api/v1/groups', as('read', groups.list)),
      on('POST', '/api/v1/groups/create', as('write', groups.create)),
      on('GET', '/api/v1/groups/:id', as('read', groups.get)),
      on('GET', '/api/v1/groups/:id/feeds', as('read', groups.feedsOf)),
      on('GET', '/api/v1/groups/:id/items', as('read', items.listOfGroup)),
      on('POST', '/api/v1/groups/:id/delete', as('write', groups.remove)),

      on('GET', '/api/v1/feeds', as('read', feeds.list)),
      on('POST', '/api/v1/feeds/create', as('write', feeds.create)),
      on('GET', '/api/v1/feeds/:id', as('read', feeds.get)),
      on('GET', '/api/v1/feeds/:id/items', as('read', items.listOfFeed)),
      on('POST', '/api/v1/feeds/:id/delete', as('write', feeds.remove)),

      on('GET', '/api/v1/items', as('read', items.list)),
      on('POST', '/api/v1/items/read', as('write', items.markManyRead)),
      on('POST', '/api/v1/items/unread', as('write', items.markManyUnread)),
      on('GET', '/api/v1/items/:id', as('read', items.get)),
      on('POST', '/api/v1/items/:id/read', as('write', items.markRead)),
      on('POST', '/api/v1/items/:id/unread', as('write', items.markUnread)),

      ...extensionRoutes.map(({ method, path, scope, handle }) => on(method, path, as(scope, handle))),
    ],
  };
}

function openApi(instance: InstanceFacts): object {
  return openApiDocument({ url: instance.url, version: instance.implementationVersion });
}
