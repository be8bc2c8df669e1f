// The door of the contract's resource endpoints: all paths, on one page.
import { openApiDocument } from '@courant/protocol';
import { libraryFor } from '../../library/library.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Scope } from '../../model/scope.ts';
import { inTurns, type Pace } from '../big-answers.ts';
import { packedWhole } from '../packed.ts';
import type { Call, Door, Route, Tongue } from '../routing.ts';
import type { WholeResponse } from '../whole-response.ts';
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

/** Each with what its token must allow. */
const resourceRoutes: readonly (readonly [Route['method'], path: string, Scope, UserHandler])[] = [
  ['GET', '/api/v1/groups', 'read', groups.list],
  ['POST', '/api/v1/groups/create', 'write', groups.create],
  ['GET', '/api/v1/groups/:id', 'read', groups.get],
  ['GET', '/api/v1/groups/:id/feeds', 'read', groups.feedsOf],
  ['GET', '/api/v1/groups/:id/items', 'read', items.listOfGroup],
  ['POST', '/api/v1/groups/:id/delete', 'write', groups.remove],

  ['GET', '/api/v1/feeds', 'read', feeds.list],
  ['POST', '/api/v1/feeds/create', 'write', feeds.create],
  ['GET', '/api/v1/feeds/:id', 'read', feeds.get],
  ['GET', '/api/v1/feeds/:id/items', 'read', items.listOfFeed],
  ['POST', '/api/v1/feeds/:id/delete', 'write', feeds.remove],

  ['GET', '/api/v1/items', 'read', items.list],
  ['POST', '/api/v1/items/read', 'write', items.markManyRead],
  ['POST', '/api/v1/items/unread', 'write', items.markManyUnread],
  ['GET', '/api/v1/items/:id', 'read', items.get],
  ['POST', '/api/v1/items/:id/read', 'write', items.markRead],
  ['POST', '/api/v1/items/:id/unread', 'write', items.markUnread],
];

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
      const acting = scope === 'read' ? house : { ...house, library: libraryFor(house.library, access) };
      try {
        return packedWhole(call, await handle(acting, { ...call, ...access }));
      } catch (error) {
        // If the account has gone meanwhile, nothing can be written for it: that is no fault of ours.
        if (!(error instanceof Refusal)) await requireAccess(house.accounts, call, scope);
        throw error;
      }
    };
  };
  return {
    ...fervorTongue,
    routes: [
      on('GET', '/api/v1/instance', () =>
        json(presentInstance(house.instance, announcedExtensions(house.instance.url))),
      ),
      on('GET', '/api/v1/openapi.json', openApi(house.instance)),

      ...resourceRoutes.map(([method, path, scope, handle]) => on(method, path, as(scope, handle))),
      ...extensionRoutes.map(({ method, path, scope, handle }) => on(method, path, as(scope, handle))),
    ],
  };
}

/** Made with the first call, and then the same for all: it takes 25 ms, and anybody may ask for it without being known. */
function openApi(instance: InstanceFacts): () => Response {
  let made: WholeResponse | undefined;
  return () => {
    made ??= json(openApiDocument({ url: instance.url, version: instance.implementationVersion }));
    return made.clone();
  };
}
