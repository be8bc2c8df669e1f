// The extension app.courant.health: the state of feeds' sources, and repairing them.
import { feedRepair } from '@courant/protocol';
import { takeFollow } from '../../../accounts/quotas.ts';
import { getFeedHealth, listAilingFeeds, refreshFeed, repairFeed } from '../../../library/health.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { json, presentFeed } from '../present.ts';
import { presentCondition, presentSaid } from '../present-health.ts';

const list: UserHandler = async ({ library, instance }, { userId }) =>
  json((await listAilingFeeds(library, userId)).map((feed) => presentFeed(feed, instance.url)));

const get: UserHandler = async ({ library }, call) => {
  const id = requireId(call, 'get feed');
  return json(presentCondition(id, await getFeedHealth(library, call.userId, id)));
};

const repair: UserHandler = async ({ library, accounts, instance }, call) => {
  const id = requireId(call, 'repair feed');
  const { keep, feed_url: address } = await readForm(call, feedRepair, 'repair feed');
  // It costs a request to somebody else's site, as a new feed does.
  await takeFollow(accounts, call.userId);
  const { repaired, feed, ...said } = await repairFeed(library, call.userId, { id, keep, address });
  return json({ repaired, ...presentSaid(said), ...(feed && { feed: presentFeed(feed, instance.url) }) });
};

const refresh: UserHandler = async ({ library, instance }, call) => {
  const { feed, ...said } = await refreshFeed(library, call.userId, requireId(call, 'refresh feed'));
  return json({ ...presentSaid(said), feed: presentFeed(feed, instance.url) });
};

export const healthRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.health/v1/feeds', 'read', list],
  ['GET', '/api/app.courant.health/v1/feeds/:id', 'read', get],
  ['POST', '/api/app.courant.health/v1/feeds/:id/repair', 'write', repair],
  ['POST', '/api/app.courant.health/v1/feeds/:id/refresh', 'write', refresh],
];
