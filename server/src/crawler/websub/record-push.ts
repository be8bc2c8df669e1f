// Records what a hub has pushed, in the same way as what a visit finds. No request is made, so no lease is needed.
import type { FeedDocument } from '../../formats/feed-document.ts';
import { comparableUrl } from '../../model/comparable-url.ts';
import type { Hub } from '../../model/hub.ts';
import type { Source, SourceMemory } from '../../model/source.ts';
import { findHub, notePush } from '../../store/sources/hubs.ts';
import { lockSchedule } from '../../store/sources/schedules.ts';
import { findSource, lockFollowers, updateSource } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { comparableTitle } from '../identity/candidate.ts';
import { type DocumentPortion, inPortions, type Unfinished } from '../portions.ts';
import { candidatesIn, shelve, tellChanged } from '../record.ts';
import { visitSoon } from './visit-soon.ts';

/** Stores the new posts. `newPosts` is also 0 if the push could not be recorded. */
export async function recordPush(
  equipment: Equipment,
  hub: Hub,
  document: FeedDocument,
): Promise<{ newPosts: number }> {
  const known = await sourceOf(equipment, hub);
  const step = async (tx: WriteTx, portion: DocumentPortion): Promise<{ newPosts: number } | Unfinished> => {
    const source = await lockSource(tx, hub);
    const current = await findHub(tx, hub.id);
    const followers = source ? await lockFollowers(tx, source.id) : [];
    if (!source || !current || followers.length === 0) return { newPosts: 0 };
    if (!isOf(source, current, document)) {
      await visitSoon(tx, equipment, current, { signed: false });
      return { newPosts: 0 };
    }
    const visited = { source, acceptsAnother: false };
    // A push may be only a part of the feed and may come late, so it only adds posts; edits are left to a visit.
    const shelving = { visited, found: { document }, ...portion, followers, addsOnly: true };
    const shelved = await shelve(tx, equipment, shelving);
    if (shelved.unfinished) return shelved.unfinished;
    if (shelved.outcome.kind !== 'document') return { newPosts: 0 };
    const { newPosts } = shelved.outcome;
    await updateSource(tx, source.id, { ...source, memory: memoryAfter(source, shelved.memory) });
    await notePush(tx, hub.id, { bringsNews: shelved.news.length > 0 });
    if (shelved.edits > 0) await visitSoon(tx, equipment, current, { signed: true });
    if (shelved.tells) tellChanged(tx, equipment, followers);
    return { newPosts };
  };
  const candidates = known ? candidatesIn({ document }, known, equipment) : [];
  return inPortions(equipment.store, { candidates, sourceId: () => hub.sourceId }, step);
}

function sourceOf({ store }: Equipment, { sourceId }: Hub): Promise<Source | undefined> {
  return store.read(async (tx) => (sourceId === undefined ? undefined : findSource(tx, sourceId)));
}

async function lockSource(tx: WriteTx, { sourceId }: Hub): Promise<Source | undefined> {
  if (sourceId === undefined) return undefined;
  await lockSchedule(tx, sourceId);
  return findSource(tx, sourceId);
}

/** Anybody can name another feed's address as their own, and many feeds of a tag name that of their whole site by mistake. */
function isOf({ url, title }: Source, { topic }: Hub, document: FeedDocument): boolean {
  if (comparableUrl(topic) === comparableUrl(url) || document.title === '') return true;
  return comparableTitle(document.title) === comparableTitle(title);
}

/** A push may be only a part of the feed, so the feed's length and hints are not learnt from it. */
function memoryAfter({ memory }: Source, learnt: SourceMemory): SourceMemory {
  const { rhythm, newestPostAt, identity } = learnt;
  return {
    ...memory,
    ...(rhythm && { rhythm }),
    ...(newestPostAt !== undefined && { newestPostAt }),
    ...(identity && { identity }),
  };
}
