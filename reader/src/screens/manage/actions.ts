// Actions on feeds and groups, each with an Undo.
import type { Feed, Group } from '@courant/client';
import { feeds, groupsInOrder } from '../../data/copy.ts';
import { catchUp } from '../../data/in-step.ts';
import { sendEach } from '../../data/send-each.ts';
import { service, wordsOf } from '../../data/service.ts';
import { showToast } from '../../frame/status.ts';
import { beforeUndo, type Offer } from '../../frame/undo.ts';
import { refusalText, t } from '../../texts/translate.ts';
import { removalsOf } from '../feed/removals.ts';
import { type Change, changesFor, movedTo, type Places, placesOf } from './membership.ts';

/**
 * Requests of one move under way at once, each for one group. One after the other, each waited until the page was drawn anew for the one
 * before, and three hundred groups took a minute. For more than these, a mark might wait for a second.
 */
const sentAtOnce = 50;

interface Where {
  /** Undefined: no group. */
  groupId: number | undefined;
  /** Whether they stay in their other groups. */
  keepsOthers: boolean;
}

/** Moves feeds to a group. Resolves to whether that worked. */
export function moveFeeds(feedIds: readonly number[], where: Where): Promise<boolean> {
  return attempt(async (offer) => {
    const groups = await service.groups.list();
    const title = groups.find(({ id }) => id === where.groupId)?.title;
    // Removed elsewhere meanwhile: the feeds would leave their groups and be in none.
    if (where.groupId !== undefined && title === undefined) throw new Error(refusalText('missing'));
    const before = placesOf(groups, feedIds);
    await put(groups, feedIds, movedTo(before, feedIds, where));
    const count = feedIds.filter((id) => feeds.peek().has(id)).length;
    offer(
      title === undefined ? t('manage.movedOut', { count }) : t('manage.moved', { count, title }),
      async () => {
        await put(await service.groups.list(), feedIds, before);
        await catchUp();
      },
    );
  });
}

/** Resolves to the group, or undefined when it was refused. `tell` shows why; a toast is below an open dialog. */
export async function createGroup(title: string, tell = showToast): Promise<Group | undefined> {
  let group: Group | undefined;
  await attempt(async (offer) => {
    group = await service.groups.create({ title });
    const { id } = group;
    offer(t('manage.created', { title }), async () => {
      await service.groups.delete(id);
      await catchUp();
    });
  }, tell);
  return group;
}

export function renameGroup({ id, title: before }: Group, title: string): Promise<boolean> {
  const rename = (to: string) => service.groups.update(id, { title: to });
  return attempt(async (offer) => {
    await rename(title);
    offer(t('manage.renamed', { title }), async () => {
      await rename(before);
      await catchUp();
    });
  });
}

/** An empty title restores the publisher's. */
export function renameFeed(feed: Feed, title: string): Promise<boolean> {
  const before = feed['app.courant.feeds']?.custom_title ?? null;
  const rename = (to: string | null) => service.feeds.update(feed.id, { title: to });
  return attempt(async (offer) => {
    const { title: now } = await rename(title === '' ? null : title);
    offer(t('manage.renamed', { title: now }), async () => {
      await rename(before);
      await catchUp();
    });
  });
}

/** Its feeds stay; an Undo through the journal brings the group back with them. */
export function removeGroup({ id, title }: Group): Promise<boolean> {
  return attempt(async (offer) => {
    await service.groups.delete(id);
    offer(t('history.groupRemoved', { title }), async () => {
      for (const entry of await removalsOf('group', [id])) await service.journal.undo(entry.id);
      await catchUp();
    });
  });
}

/** Puts a group one place further up or down. */
export function shiftGroup(group: Group, by: 1 | -1): Promise<boolean> {
  const others = groupsInOrder.peek().filter(({ id }) => id !== group.id);
  const at = groupsInOrder.peek().findIndex(({ id }) => id === group.id) + by;
  const [before, after] = [others[at - 1], others[at]].map((each) => each && positionOf(each));
  const position =
    before === undefined
      ? (after ?? 0) - 1
      : after === undefined
        ? before + 1
        : before + (after - before) / 2;
  return attempt(() => service.groups.update(group.id, { position }));
}

/**
 * What has been unfollowed elsewhere is left out. Feeds join groups before they leave others: should the first be refused, they are not
 * in none.
 */
async function put(groups: readonly Group[], feedIds: readonly number[], wanted: Places): Promise<void> {
  await catchUp();
  const gone = new Set(feedIds.filter((id) => !feeds.peek().has(id)));
  const places = new Map(groups.map(({ id, feed_ids: held }) => [id, new Set(held)]));
  const changes = changesFor(groups, feedIds, wanted).map(({ id, feedIds: held }) => ({
    id,
    feedIds: held.filter((each) => !gone.has(each)),
  }));
  const isJoined = ({ id, feedIds: held }: Change): boolean =>
    held.some((each) => !places.get(id)?.has(each));
  await send(changes.filter(isJoined));
  await send(changes.filter((each) => !isJoined(each)));
}

function send(changes: readonly Change[]): Promise<void> {
  return sendEach(changes, sentAtOnce, ({ id, feedIds }) => service.groups.update(id, { feedIds }));
}

function positionOf(group: Group): number {
  return group['app.courant.feeds']?.position ?? group.id;
}

/** Runs an action and brings this browser up to date; tells a failure. */
function attempt(act: (offer: Offer) => Promise<unknown>, tell = showToast): Promise<boolean> {
  return beforeUndo(async (offer) => {
    try {
      await act(offer);
      return true;
    } catch (error) {
      tell(wordsOf(error));
      return false;
    } finally {
      await catchUp();
    }
  });
}
