// How long a person keeps items: the policy, what it would remove, and removing it. Unread, starred and tagged items are never removed, and
// what was changed lately is not removed yet.
import { keepingBoth, policyFor, type RetentionPolicies, type RetentionPolicy } from '../model/retention.ts';
import { slicesOf } from '../model/slices.ts';
import { lockSequence } from '../store/counters.ts';
import { feedIdsOfUser } from '../store/feeds/feeds.ts';
import { toldUpTo } from '../store/items/item-times.ts';
import { type ItemAge, itemAges, oldestOfNewest, removeItems } from '../store/items/removed-items.ts';
import { readPolicies, usersWithPolicies, writeFeedPolicy, writePolicy } from '../store/items/retention.ts';
import { feedsBackSince } from '../store/journal.ts';
import { pageByPage } from '../store/page-by-page.ts';
import type { Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { requireFeed } from './feeds.ts';
import { type LatelyChanged, latelyChanged, learnAll } from './lately-changed.ts';
import type { Library } from './library.ts';
import { retentionSteps, slipsForgivenMs } from './limits.ts';

const DAY_MS = 86_400_000;

/** A policy for the user, or for one feed; undefined for a feed: the user's applies. */
export interface PolicyWish {
  feedId: number | undefined;
  policy: RetentionPolicy | undefined;
}

/** What a policy would remove from one feed. */
export interface RetentionPreview {
  feedId: number;
  count: number;
  /** When the first and the last of them arrived. */
  oldest: number;
  newest: number;
}

interface OwnFeed {
  id: number;
  userId: number;
}

/** The policy of all feeds, and those of feeds that have their own. */
export function getPolicies({ store }: Pick<Library, 'store'>, userId: number): Promise<RetentionPolicies> {
  return store.read((tx) => readPolicies(tx, userId));
}

/** Throws Refusal `not-found` for an unknown feed. The next sweep removes what the policy says. */
export function setPolicy({ store }: Library, userId: number, wish: PolicyWish): Promise<RetentionPolicies> {
  const { feedId, policy } = wish;
  return store.write(async (tx) => {
    // Whoever moves or removes the feed has it locked before the wishes.
    await lockSequence(tx, userId);
    if (feedId === undefined) await writePolicy(tx, userId, policy ?? { keep: 'forever' });
    else {
      await requireFeed(tx, userId, { id: feedId, action: 'set policy' });
      await writeFeedPolicy(tx, { id: feedId, userId }, policy);
    }
    return readPolicies(tx, userId);
  });
}

/**
 * What a wish would remove if it were the policy (omitted: the current policy), by feed: now, and what was changed lately a day later. Throws Refusal
 * `not-found`.
 */
export async function previewPolicy(
  { store }: Pick<Library, 'store'>,
  userId: number,
  wish: PolicyWish | undefined,
): Promise<RetentionPreview[]> {
  const { policies, feedIds } = await store.read(async (tx) => {
    if (wish?.feedId !== undefined)
      await requireFeed(tx, userId, { id: wish.feedId, action: 'preview policy' });
    const known = await readPolicies(tx, userId);
    const all = await feedIdsOfUser(tx, userId);
    return {
      policies: wish ? wished(known, wish) : known,
      feedIds: wish?.feedId === undefined ? all : all.filter((id) => id === wish.feedId),
    };
  });
  const previews: RetentionPreview[] = [];
  for (const feedId of feedIds) {
    const preview = await previewOf(store, { id: feedId, userId }, policyFor(policies, feedId));
    if (preview) previews.push(preview);
  }
  return previews;
}

/** Removes what the policies of all users say: to be called now and then. */
export async function applyRetention({ store }: Pick<Library, 'store'>): Promise<void> {
  const read = (after: number) => store.read((tx) => usersWithPolicies(tx, after, retentionSteps.users));
  for await (const users of pageByPage(read, (userId) => userId)) {
    for (const userId of users) await applyPolicies(store, userId);
  }
}

async function applyPolicies(store: Store, userId: number): Promise<void> {
  const { policies, feedIds } = await store.read(async (tx) => ({
    policies: await readPolicies(tx, userId),
    feedIds: await feedIdsOfUser(tx, userId),
  }));
  const lately = latelyChanged(userId);
  for (const id of feedIds) await applyPolicy(store, { id, userId, lately }, policyFor(policies, id));
}

/**
 * Ends early if the feed's policy now keeps more: the user has changed it, or another feed was merged into this one. Or if the feed has come back
 * lately, or another into it: whoever undoes a removal has as long to see what there is.
 */
async function applyPolicy(
  store: Store,
  feed: OwnFeed & { lately: LatelyChanged },
  policy: RetentionPolicy,
): Promise<void> {
  for await (const items of removable(store, feed, policy)) {
    // In most feeds nothing is old enough, and then there is nothing to learn.
    if (items.length > 0) await learnAll(store, feed.lately);
    const old = items.map(({ id }) => id).filter((id) => !feed.lately.has(id));
    for (const ids of slicesOf(old, retentionSteps.removed)) {
      const isStillWanted = await store.write(async (tx) => {
        await lockSequence(tx, feed.userId);
        const present = policyFor(await readPolicies(tx, feed.userId), feed.id);
        if (keepingBoth(policy, present) !== policy) return false;
        if ((await feedsBackSince(tx, feed.userId, tx.now - slipsForgivenMs)).includes(feed.id)) return false;
        // Somebody may just have changed them.
        while ((await feed.lately.learn(tx)) === 'more');
        const stillOld = ids.filter((id) => !feed.lately.has(id));
        await removeItems(tx, feed, stillOld);
        return true;
      });
      if (!isStillWanted) return;
    }
  }
}

async function previewOf(
  store: Store,
  feed: OwnFeed,
  policy: RetentionPolicy,
): Promise<RetentionPreview | undefined> {
  const { id: feedId } = feed;
  let preview: RetentionPreview | undefined;
  for await (const items of removable(store, feed, policy)) {
    for (const { createdAt } of items) {
      preview ??= { feedId, count: 0, oldest: createdAt, newest: createdAt };
      preview.count += 1;
      preview.oldest = Math.min(preview.oldest, createdAt);
      preview.newest = Math.max(preview.newest, createdAt);
    }
  }
  return preview;
}

/** The items of a feed that a policy removes, one stretch at a time, oldest first; others have their turn in between. */
async function* removable(
  store: Store,
  { id: feedId, userId }: OwnFeed,
  policy: RetentionPolicy,
): AsyncGenerator<readonly ItemAge[]> {
  if (policy.keep === 'forever') return;
  const below =
    policy.keep === 'days'
      ? Number.MAX_SAFE_INTEGER
      : await store.read((tx) => oldestOfNewest(tx, feedId, policy.count));
  let limit: number = retentionSteps.lookedFirst;
  for (let after = 0; below !== undefined; limit = retentionSteps.looked) {
    await othersTurn();
    const page = { after, below, limit };
    const { items, told, now } = await store.read(async (tx) => ({
      items: await itemAges(tx, feedId, page),
      told: await toldUpTo(tx, userId),
      now: tx.now,
    }));
    const before = policy.keep === 'days' ? now - policy.count * DAY_MS : Number.POSITIVE_INFINITY;
    const old = items.filter((item) => item.createdAt < before);
    yield old.filter((item) => item.isRemovable);
    const last = items.at(-1);
    // Ids ascend in order of arrival: after the first item that is young enough, all are, except for imported ones.
    if (!last || items.some((item) => item.createdAt >= before && item.id > told)) return;
    after = last.id;
  }
}

/** The policies by which a wish is previewed: one for a feed is previewed for that feed alone. */
function wished(known: RetentionPolicies, { feedId, policy }: PolicyWish): RetentionPolicies {
  if (feedId === undefined) return { ...known, policy: policy ?? { keep: 'forever' } };
  return { ...known, feeds: policy ? [{ feedId, policy }] : [] };
}
