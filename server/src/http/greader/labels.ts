// Labels, which are our groups, and what is unread under them.

import { listGroups } from '../../library/groups.ts';
import { countWithTimes, removeGroupsTitled, renameGroup } from '../../library/groups-by-title.ts';
import { Refusal } from '../../model/refusal.ts';
import type { AppHandler } from './handler.ts';
import { readLabel } from './label-input.ts';
import { json, ok, presentCount, presentTag } from './present.ts';
import { feedName, labelName, readingList, state } from './stream-names.ts';

export const listTags: AppHandler = async ({ library }, { userId }) => {
  const groups = await listGroups(library, userId);
  const ordered = groups.sort((a, b) => a.position - b.position || a.id - b.id);
  return json({ tags: [{ id: state('starred') }, ...ordered.map(presentTag)] });
};

export const renameTag: AppHandler = async ({ library }, { parameters, userId }) => {
  const action = 'rename label';
  const from = readLabel(parameters.one('s') ?? '', action);
  await renameGroup(library, userId, from, readLabel(parameters.one('dest') ?? '', action));
  return ok();
};

export const disableTag: AppHandler = async ({ library }, { parameters, userId }) => {
  const names = parameters.all('s');
  if (names.length === 0) throw new Refusal('invalid', 'Cannot remove label: s is missing');
  await removeGroupsTitled(
    library,
    userId,
    names.map((name) => readLabel(name, 'remove label')),
  );
  return ok();
};

/** All counted at one moment. */
export const unreadCount: AppHandler = async ({ library }, { userId }) => {
  const { total, feeds, groups, newestAt } = await countWithTimes(library, userId);
  const newestOf = (feedIds: readonly number[]): number =>
    feedIds.reduce((newest, id) => Math.max(newest, newestAt.get(id) ?? 0), 0);
  return json({
    max: total,
    unreadcounts: [
      presentCount(readingList, total, newestOf([...newestAt.keys()])),
      ...groups.map(({ title, unreadCount: unread, feedIds }) =>
        presentCount(labelName(title), unread, newestOf(feedIds)),
      ),
      ...feeds.map(({ id, unread }) => presentCount(feedName(id), unread, newestOf([id]))),
    ],
  });
};
