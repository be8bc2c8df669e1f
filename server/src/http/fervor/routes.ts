// The door of the contract's resource endpoints: all paths, on one page.
import { openApiDocument } from '@courant/protocol';
import { libraryFor } from '../../library/library.ts';
import { Refusal } from '../../model/refusal.ts';
import { inTurns, type Pace } from '../big-answers.ts';
import { isWanted, packedWhole } from '../packed.ts';
import type { Call, Door, Route, Tongue } from '../routing.ts';
import { requireAccess } from './access.ts';
import { fail, refuse } from './errors.ts';
import { openEventStreams } from './event-streams.ts';
import { announcedExtensions, extensionRoutes } from './extensions/extensions.ts';
import { FeedLists } from './feed-lists.ts';
import * as feeds from './feeds.ts';
import * as groups from './groups.ts';
import type { FervorHouse, FervorOptions, UserRoute } from './handler.ts';
import { readNothing } from './input.ts';
import * as items from './items.ts';
import { type InstanceFacts, json, presentInstance } from './present.ts';
import { RecentAnswers } from './recent-answers.ts';

/** Thirty turns of an idle event loop take less than a hundredth of such an answer. */
const bigPace: Pace = { atOnce: 2, turns: 30 };
/** A millisecond each. */
const eventPace: Pace = { atOnce: 8, turns: 2 };

export const fervorTongue: Tongue = {
  name: 'fervor',
  crossOrigin: true,
  owns: (path) => path.startsWith('/api/'),
  refuse,
  fail,
};

const resourceRoutes: readonly UserRoute[] = [
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
  const toUser = ([method, path, scope, handle]: UserRoute): Route => ({
    method,
    path,
    async handle(call) {
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
    },
  });
  const showInstance = (): Response =>
    json(presentInstance(house.instance, announcedExtensions(house.instance.url)));
  return {
    ...fervorTongue,
    routes: [
      { method: 'GET', path: '/api/v1/instance', handle: showInstance },
      { method: 'GET', path: '/api/v1/openapi.json', handle: openApi(house.instance) },
      ...[...resourceRoutes, ...extensionRoutes].map(toUser),
    ],
  };
}

/** Made with the first call, and then the same for all: it takes 25 ms, packing it some more, and anybody may ask for it without being known. */
function openApi(instance: InstanceFacts): (call: Call) => Promise<Response> {
  const made = new Map<boolean, Promise<Response>>();
  return async (call) => {
    const isPacked = isWanted(call);
    const answer =
      made.get(isPacked) ??
      packedWhole(
        call,
        json(openApiDocument({ url: instance.url, version: instance.implementationVersion })),
      );
    made.set(isPacked, answer);
    return (await answer).clone();
  };
}
