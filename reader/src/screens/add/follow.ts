// Follows a feed, with an Undo.
import { catchUp } from '../../data/in-step.ts';
import { service } from '../../data/service.ts';
import { go, route } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { showToast } from '../../frame/status.ts';
import { showUndoable } from '../../frame/undo.ts';
import { t } from '../../texts/translate.ts';

/** The group that the feed goes to: an existing one (empty: none), or a new one. */
type Place = { groupId: string } | { newGroup: string };

/** `isStill` says whether the person waits for it, and has neither gone elsewhere nor begun with another address. */
export async function follow(feedUrl: string, place: Place, isStill: () => boolean): Promise<void> {
  // The service is asked, because an Undo must not remove a feed that was followed already, and only unknown to this browser.
  const before = await service.feeds.list();
  const made = 'newGroup' in place ? await service.groups.create({ title: place.newGroup }) : undefined;
  const groupIds = made
    ? [made.id]
    : 'groupId' in place && place.groupId !== ''
      ? [Number(place.groupId)]
      : [];
  const feed = await service.feeds.create({ feedUrl, groupIds }).catch(async (error: unknown) => {
    if (made) await service.groups.delete(made.id);
    throw error;
  });
  await catchUp();
  if (isStill()) go(pathOf({ kind: 'feed', id: feed.id }), { replace: true });
  const { title } = feed;
  if (before.some(({ id }) => id === feed.id)) showToast(t('add.already', { title }));
  else showUndoable(t('add.followed', { title }), () => unfollow(feed.id, made?.id));
}

async function unfollow(id: number, groupId: number | undefined): Promise<void> {
  await service.feeds.delete(id);
  if (groupId !== undefined) await service.groups.delete(groupId);
  await catchUp();
  const now = route.peek();
  if (now.kind === 'stream' && now.stream.kind === 'feed' && now.stream.id === id) {
    go('/unread', { replace: true });
  }
}
