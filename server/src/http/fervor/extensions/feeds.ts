// The extension app.courant.feeds: changing feeds and groups. Its unread counts are fields of Feeds and Groups (`present.ts`).
import { type FeedUpdate, feedUpdate, groupUpdate } from '@courant/protocol';
import { type FeedChanges, updateFeed, updateGroup } from '../../../library/feed-settings.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { json, presentFeed, presentGroup } from '../present.ts';

const changeFeed: UserHandler = async ({ library, instance }, call) => {
  const action = 'update feed';
  const id = requireId(call, action);
  const changes = feedChangesOf(await readForm(call, feedUpdate, action));
  return json(presentFeed(await updateFeed(library, call.userId, id, changes), instance.url));
};

const changeGroup: UserHandler = async ({ library, instance }, call) => {
  const action = 'update group';
  const id = requireId(call, action);
  const { title, feed_ids: feedIds, position } = await readForm(call, groupUpdate, action);
  const group = await updateGroup(library, call.userId, id, { title, feedIds, position });
  return json(presentGroup(group, instance.url));
};

export const feedsRoutes: readonly ExtensionRoute[] = [
  ['POST', '/api/app.courant.feeds/v1/feeds/:id/update', 'write', changeFeed],
  ['POST', '/api/app.courant.feeds/v1/groups/:id/update', 'write', changeGroup],
];

function feedChangesOf(update: FeedUpdate): FeedChanges {
  const { title, group_ids: groupIds, interval_seconds: interval, position } = update;
  return { title, groupIds, intervalMs: typeof interval === 'number' ? interval * 1000 : interval, position };
}
