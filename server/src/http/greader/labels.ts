// Labels, which are our groups of feeds and our tags of items, and the unread counts under them.
import { removeTitled, renameTitled } from '../../library/groups-by-title.ts';
import { countTitled } from '../../library/titles.ts';
import { Refusal } from '../../model/refusal.ts';
import type { AppHandler } from './handler.ts';
import { readLabel, readOnlyLabels } from './label-input.ts';
import { json, ok, presentCount, presentTag } from './present.ts';
import { feedName, labelName, readingList, state } from './stream-names.ts';

export const listTags: AppHandler = async ({ library }, { userId }) => {
  const { titles } = await countTitled(library, userId);
  return json({ tags: [{ id: state('starred') }, ...titles.map(presentTag)] });
};

export const renameTag: AppHandler = async ({ library }, { parameters, userId }) => {
  const action = 'rename label';
  const from = readLabel(parameters.one('s') ?? '', action);
  await renameTitled(library, userId, from, readLabel(parameters.one('dest') ?? '', action));
  return ok();
};

export const disableTag: AppHandler = async ({ library }, { parameters, userId }) => {
  const names = parameters.all('s');
  if (names.length === 0) throw new Refusal('invalid', 'Cannot remove label: s is missing');
  await removeTitled(library, userId, readOnlyLabels(names, 'remove label'));
  return ok();
};

/** All counted at one moment. */
export const unreadCount: AppHandler = async ({ library }, { userId }) => {
  const { total, feeds, titles } = await countTitled(library, userId);
  const newestAt = feeds.reduce((newest, feed) => Math.max(newest, feed.newestAt), 0);
  return json({
    max: total,
    unreadcounts: [
      presentCount(readingList, total, newestAt),
      ...titles.map((each) => presentCount(labelName(each.title), each.unread, each.newestAt)),
      ...feeds.map((feed) => presentCount(feedName(feed.id), feed.unread, feed.newestAt)),
    ],
  });
};
