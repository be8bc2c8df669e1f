// Gives the items of an import to their feed, a portion at a time: in the crawler's thread, because sanitising HTML is expensive.
import { wordsOfPost } from '../../model/post-words.ts';
import type { Said } from '../../model/said.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { lockSequence } from '../../store/counters.ts';
import { findFeed } from '../../store/feeds/feeds.ts';
import { findGroups } from '../../store/feeds/groups.ts';
import { lockSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import { findImportFeed, finishItems, nextItems, setFeedState } from '../../store/transfer/import-parts.ts';
import { findState } from '../../store/transfer/imports.ts';
import { othersTurn } from '../../store/turn.ts';
import type { Equipment } from '../equipment.ts';
import { importing } from '../limits.ts';
import { type ImportedPost, importedPost } from './imported-post.ts';
import { recordImported } from './record-import.ts';

/** Which feed of which import. */
export interface ImportPlace {
  importId: number;
  userId: number;
  place: number;
}

/**
 * `away`: the crawler is not available just now and should be asked again in a while. `left`: the import was stopped, or the feed was removed,
 * and what it has not been given yet is kept.
 */
export type Taken = 'more' | 'done' | 'away' | 'left';

const unfollowed: Said = {
  sentence: 'It was unfollowed before it had all its items; try again',
  code: 'feed-not-followed',
};

export async function takeImported(equipment: Equipment, asked: ImportPlace): Promise<Taken> {
  const { store } = equipment;
  const { importId, place, userId } = asked;
  const { feed, rows } = await store.read(async (tx) => ({
    feed: await feedToFill(tx, asked),
    rows: await nextItems(tx, { importId, place }, importing.portion),
  }));
  if (rows.length === 0) return 'done';
  const imported: ImportedPost[] = [];
  for (const { item } of rows) {
    if (feed) {
      const { post, ...rest } = importedPost(item, {
        siteUrl: feed.source.siteUrl,
        now: equipment.clock.now(),
      });
      imported.push({ ...rest, post: { ...post, words: wordsOfPost(post) } });
    }
    await othersTurn();
  }
  const record = async (tx: WriteTx): Promise<Taken> => {
    const still = await lockedFeed(tx, asked);
    if (!(await isUnderWay(tx, asked))) return 'left';
    if (!still) {
      // Whoever takes that back wants the rest as well.
      await setFeedState(tx, importId, { place, state: 'failed', why: unfollowed });
      return 'left';
    }
    if (!feed) return 'more';
    const ids = rows.map(({ id }) => id);
    // If another node has recorded these items already, their marks may have changed since: nothing is recorded again.
    if ((await finishItems(tx, importId, ids)) < ids.length) return 'more';
    const own = { ...still, userId };
    await recordImported(tx, own, await withoutGroupsAsTags(tx, own, imported));
    tx.onCommit(() => equipment.changed([userId]));
    return 'more';
  };
  return store.write(record, { userId });
}

async function isUnderWay(tx: WriteTx, { importId, place }: ImportPlace): Promise<boolean> {
  if ((await findState(tx, importId)) !== 'running') return false;
  return (await findImportFeed(tx, importId, place))?.state === 'filling';
}

/** The feed, read under locks that keep it and its source from being merged into others. */
async function lockedFeed(tx: WriteTx, asked: ImportPlace) {
  for (;;) {
    const feed = await feedToFill(tx, asked);
    if (!feed) return undefined;
    await lockSchedule(tx, feed.source.id);
    await lockSequence(tx, asked.userId);
    const still = await feedToFill(tx, asked);
    if (still?.id === feed.id && still.source.id === feed.source.id) return still;
  }
}

async function feedToFill(tx: ReadTx, { importId, userId, place }: ImportPlace) {
  const imported = await findImportFeed(tx, importId, place);
  const feed = imported?.feedId === undefined ? undefined : await findFeed(tx, userId, imported.feedId);
  const source = feed && (await findSource(tx, feed.sourceId));
  return source && { id: feed.id, source, wasThere: imported?.wasThere ?? false };
}

/**
 * Leaves out the tags that name a group of the feed: some documents write both as labels of the items. Others stay, even if a group
 * elsewhere has their title.
 */
async function withoutGroupsAsTags(
  tx: ReadTx,
  feed: { id: number; userId: number },
  imported: readonly ImportedPost[],
): Promise<readonly ImportedPost[]> {
  if (!imported.some(({ item }) => item.hasGroupsAsTags)) return imported;
  const groupIds = (await findFeed(tx, feed.userId, feed.id))?.groupIds ?? [];
  const titles = new Set((await findGroups(tx, feed.userId, groupIds)).map(({ title }) => title));
  return imported.map((each) => ({ ...each, item: ownTagsOnly(each.item, titles) }));
}

function ownTagsOnly(item: TransferItem, titles: ReadonlySet<string>): TransferItem {
  const { hasGroupsAsTags, tags, ...rest } = item;
  const own = hasGroupsAsTags ? tags?.filter((tag) => !titles.has(tag)) : tags;
  return own && own.length > 0 ? { ...rest, tags: own } : rest;
}
