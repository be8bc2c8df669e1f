// Where each visit ends, whatever it came to: its posts, the followers' items and the next visit, in one transaction, kept whole or
// not at all. Where very many follow what brings several posts, or it brings very much text, each portion of them is a transaction.
import { SANITISER_VERSION } from '../formats/versions.ts';
import type { NewPost } from '../model/post.ts';
import { type Source, type SourceMemory, siteBefore } from '../model/source.ts';
import { type Outcome, succeeded } from '../model/visit.ts';
import { joinWithFormer } from '../store/feeds/move-feed.ts';
import { copyToFollowers, tellFollowers } from '../store/sources/fan-out.ts';
import { holdsLease, renewLease } from '../store/sources/hosts.ts';
import { insertPosts, type PostToStore, type StoredPost } from '../store/sources/posts.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import { findSource, type LockedFollower, lockFollowers, updateSource } from '../store/sources/sources.ts';
import { noteShown } from '../store/sources/unheld-posts.ts';
import type { WriteTx } from '../store/store.ts';
import { adopt } from './adopt.ts';
import { wantArticles } from './articles/want-articles.ts';
import { endUnrecorded } from './asking/answering-host.ts';
import type { Finding, FoundFeed } from './asking/finding.ts';
import { conclude } from './conclude.ts';
import type { Equipment } from './equipment.ts';
import { type FirstFinding, firstSource } from './following/first-source.ts';
import { type Candidate, candidatesOf } from './identity/candidate.ts';
import { type Brought, type Compared, compareDocument } from './identity/compared.ts';
import type { Comparison } from './identity/identity.ts';
import { followAddresses } from './identity/new-addresses.ts';
import { settleAwaited } from './imports/settle-awaited.ts';
import { learnFromDocument, learnFromSilence, learnIdentity } from './learn.ts';
import { arrive, merge } from './merge.ts';
import {
  type Ahead,
  type DocumentPortion,
  firstPortion,
  inPortions,
  nothingAhead,
  textsWithin,
  type Unfinished,
  withGiven,
} from './portions.ts';
import { firstEdits, storeAnew, storeEdits } from './store-edits.ts';
import type { Recorded, Visited } from './visited.ts';
import { settleHubs } from './websub/settle.ts';

/** Records a visit; undefined when its lease was lost or its source has gone meanwhile: then nothing of it is kept. */
export async function record(equipment: Equipment, visited: Visited): Promise<Recorded | undefined> {
  const { finding, lease } = visited;
  const candidates =
    finding.found.kind === 'feed' ? candidatesIn(finding.found, visited.source, equipment) : [];
  const sourceId = (): number => visited.source.id;
  const step = async (tx: WriteTx, portion: DocumentPortion): Promise<Recorded | Unfinished | undefined> => {
    await lockSchedule(tx, visited.source.id);
    const source = await findSource(tx, visited.source.id);
    if (!source) return endUnrecorded(tx, equipment, { lease, finding });
    const seen = { visited: { ...visited, source }, candidates: portion.candidates };
    const { visited: arrived, into } = await arrive(tx, equipment, seen);
    if (into !== undefined) return merge(tx, equipment, arrived, { into, ahead: portion.ahead });
    return keepVisit(tx, equipment, arrived, portion);
  };
  return inPortions<Recorded | undefined>(equipment.store, { candidates, sourceId }, step);
}

/** Stores a new source with its first posts; the response that found it is its first visit. Undefined: the lease was lost. */
export async function recordFirst(equipment: Equipment, first: FirstFinding): Promise<Recorded | undefined> {
  const { found, lease, url } = first;
  let sourceId: number | undefined;
  const step = async (tx: WriteTx, portion: DocumentPortion): Promise<Recorded | Unfinished | undefined> => {
    if (!(await holdsLease(tx, lease))) return endUnrecorded(tx, equipment, first);
    // Somebody else may have stored it since it was asked for.
    const { id, isFollowed } = await firstSource(tx, first);
    sourceId = id;
    await lockSchedule(tx, id);
    const source = await findSource(tx, id);
    if (!source) throw new Error(`Source ${id} is missing right after it was found`);
    const visited: Visited = {
      ...first,
      source,
      sent: undefined,
      dateOnly: false,
      trial: false,
      acceptsAnother: !isFollowed,
    };
    return keepVisit(tx, equipment, visited, portion);
  };
  const candidates = candidatesIn(found, { url, siteUrl: url }, equipment);
  return inPortions<Recorded | undefined>(equipment.store, { candidates, sourceId: () => sourceId }, step);
}

export function candidatesIn(
  { document }: Pick<FoundFeed, 'document'>,
  source: Pick<Source, 'url' | 'siteUrl'>,
  { clock }: Equipment,
): Candidate[] {
  return candidatesOf(document.posts, { siteUrl: document.siteUrl ?? siteBefore(source), now: clock.now() });
}

async function keepVisit(
  tx: WriteTx,
  equipment: Equipment,
  visited: Visited,
  portion: DocumentPortion,
): Promise<Recorded | Unfinished | undefined> {
  const { source, finding, lease } = visited;
  const followers = await lockFollowers(tx, source.id);
  // Not before: whoever begins or ends to follow has locked a counter before a host, too.
  if (!(await holdsLease(tx, lease))) return endUnrecorded(tx, equipment, { lease, finding });
  const { found } = finding;
  const shelved =
    found.kind === 'feed'
      ? await shelve(tx, equipment, { visited, found, ...portion, followers })
      : shelvedNothing(outcomeOf(found), quietMemory(source, found.kind, tx.now));
  if (shelved.unfinished) {
    await renewLease(tx, lease, equipment.limits.leaseMs);
    return shelved.unfinished;
  }
  const { memory, news } = shelved;
  const { startedAt } = finding;
  const announcing = await settleHubs(tx, equipment, { source, startedAt, memory, news });
  const recorded = await conclude(tx, equipment, {
    visited,
    ...shelved,
    candidates: portion.candidates,
    followers: followers.length,
    wishes: [...new Set(followers.map(({ intervalMs }) => intervalMs))],
    announcing,
  });
  if (recorded.faceChanged) await tellFollowers(tx, source.id);
  if (shelved.tells || recorded.faceChanged) tellChanged(tx, equipment, followers);
  if (followers.length > 0 && succeeded(recorded.outcome)) {
    tx.onCommit(() => equipment.wantIcon?.(recorded.sourceId));
  }
  return recorded;
}

function outcomeOf(found: Exclude<Finding['found'], FoundFeed>): Outcome {
  return found.kind === 'unchanged' ? { kind: 'unchanged' } : found.outcome;
}

function quietMemory(source: Source, found: 'unchanged' | 'failed', now: number): SourceMemory {
  return found === 'unchanged' ? learnFromSilence(source.memory, now) : source.memory;
}

export function tellChanged(tx: WriteTx, { changed }: Equipment, followers: readonly LockedFollower[]): void {
  const userIds = [...new Set(followers.map(({ userId }) => userId))];
  if (userIds.length > 0) tx.onCommit(() => changed(userIds));
}

interface Shelving extends Brought {
  followers: readonly LockedFollower[];
  ahead: Ahead;
}

interface Shelved {
  outcome: Outcome;
  memory: SourceMemory;
  /** Whether anybody's items have changed. */
  tells: boolean;
  /** The new posts that are no archive. */
  news: readonly NewPost[];
  /** How many known posts look otherwise now. */
  edits: number;
  /** When those may be stored that have to wait. */
  editsDueAt: number | undefined;
  /** There is more to store than this transaction should: nothing else of the document was looked at. */
  unfinished?: Unfinished;
}

function shelvedNothing(outcome: Outcome, memory: SourceMemory): Shelved {
  return { outcome, memory, tells: false, news: [], edits: 0, editsDueAt: undefined };
}

/** Stores what is new and what is edited, and gives the followers their copies: all of it, or as much as a transaction should hold. */
export async function shelve(tx: WriteTx, equipment: Equipment, shelving: Shelving): Promise<Shelved> {
  const { followers, ahead } = shelving;
  const { source } = shelving.visited;
  const compared = await compareDocument(tx, { ...shelving, goesOn: ahead !== nothingAhead });
  if (!compared) return shelvedNothing({ kind: 'not-a-feed', why: 'another-feed' }, source.memory);
  const { comparison, unknown } = compared;
  const archive = new Set([...ahead.archive, ...comparison.archive]);
  const adopted = await adopt(tx, { ...source, followers, ...equipment.limits }, { ...compared, archive });
  const posts = adopted.isUnfinished
    ? ahead.posts
    : await giveOutSome(tx, equipment, { shelving, unknown, archive });
  const edits = posts ? adopted.edits : firstEdits(compared.edits, adopted.edits, equipment.limits);
  if (!posts && edits.length === compared.edits.length) {
    const rest = await shelveRest(tx, equipment, { shelving, compared, archive });
    return { ...rest, tells: rest.tells || adopted.tells };
  }
  const edited = ahead.edited + (await storeEdits(tx, edits, shelving));
  const next = { ...ahead, posts: posts ?? ahead.posts, archive, edited };
  return endPortion(tx, equipment, { shelving, comparison, ahead: next });
}

/** The last portion, and mostly the only one: unless what gets no other words has too much text. */
async function shelveRest(
  tx: WriteTx,
  equipment: Equipment,
  { shelving, compared, archive }: Omit<Giving, 'unknown'> & { compared: Compared },
): Promise<Shelved> {
  const { visited, found, candidates, ahead, addsOnly } = shelving;
  const { source } = visited;
  const { comparison, unknown } = compared;
  const fresh = await giveOut(tx, equipment, { shelving, unknown, archive });
  const edited = ahead.edited + (await storeEdits(tx, compared.edits, shelving));
  const some = { left: ahead.left, textAtOnce: equipment.limits.textAtOnce };
  const anew = await storeAnew(tx, compared.anew, some);
  const followed = await followAddresses(tx, source.memory, {
    editsDueAt: comparison.editsDueAt,
    alike: addsOnly || compared.anew.length > 0 ? [] : comparison.alike,
    ...some,
  });
  const given = withGiven(ahead, fresh);
  const left = new Set([...anew.left, ...followed.left]);
  if (left.size > 0) {
    const next = { posts: given, archive, edited, left };
    return endPortion(tx, equipment, { shelving, comparison, ahead: next });
  }
  await noteShown(tx, source.id, {
    shown: [...comparison.shown, ...fresh.map(({ id }) => id)],
    isWhole: found.document.whole && !addsOnly,
  });
  const news = given.filter((post) => !archive.has(post.identity));
  const { document, pageHubs } = found;
  const learnt = learnFromDocument(followed.memory, { document, candidates, pageHubs, news, now: tx.now });
  return {
    outcome: { kind: 'document', newPosts: given.length, editedPosts: edited },
    memory: learnIdentity(learnt, comparison),
    tells: fresh.length + compared.edits.length + anew.changed + followed.moved > 0,
    news,
    edits: comparison.edited.length,
    editsDueAt: followed.editsDueAt,
  };
}

/** Ends a transaction after which there is more to come. */
async function endPortion(
  tx: WriteTx,
  equipment: Equipment,
  { shelving, comparison, ahead }: { shelving: Shelving; comparison: Comparison; ahead: Ahead },
): Promise<Shelved> {
  const { source } = shelving.visited;
  await keepIdentity(tx, source, comparison);
  tellChanged(tx, equipment, shelving.followers);
  return { ...shelvedNothing({ kind: 'unchanged' }, source.memory), unfinished: { ahead } };
}

/** Each portion stored leaves less evidence that names change: later portions must know, as must the next visit if this one breaks off. */
async function keepIdentity(tx: WriteTx, source: Source, comparison: Comparison): Promise<void> {
  const memory = learnIdentity(source.memory, comparison);
  if (memory.identity !== source.memory.identity) await updateSource(tx, source.id, { ...source, memory });
}

interface Giving {
  shelving: Shelving;
  archive: ReadonlySet<string>;
  unknown: readonly PostToStore[];
}

/**
 * Where very many follow, or the text is very long: gives out the oldest of the new posts alone, and returns what has been given out of the
 * document. Undefined where all may come in one transaction.
 */
async function giveOutSome(
  tx: WriteTx,
  equipment: Equipment,
  { shelving, unknown, archive }: Giving,
): Promise<readonly NewPost[] | undefined> {
  const { followers, ahead } = shelving;
  const few = firstPortion(unknown, { followers: followers.length, ...equipment.limits });
  const count = textsWithin(few, equipment.limits.textAtOnce);
  if (count === unknown.length) return undefined;
  const fresh = await giveOut(tx, equipment, { shelving, unknown, archive, count });
  return fresh.length === 0 ? undefined : withGiven(ahead, fresh);
}

/** Stores the new posts, or the first of them, and gives all followers their copies. */
async function giveOut(
  tx: WriteTx,
  { planHosts }: Equipment,
  { shelving, unknown, archive, count = unknown.length }: Giving & { count?: number },
): Promise<StoredPost[]> {
  const { source } = shelving.visited;
  const isNews = ({ identity }: NewPost): boolean => !archive.has(identity);
  const fresh = await insertPosts(tx, source.id, unknown.slice(0, count), SANITISER_VERSION);
  // An archive that is shown anew is there to be found, and asks for nobody's attention.
  const copies = fresh.map(({ id, post }) => ({ id, read: !isNews(post) }));
  await copyToFollowers(tx, { sourceId: source.id, followers: shelving.followers.length }, copies);
  const stored = fresh.map(({ id, post }) => ({ ...post, id }));
  await joinWithFormer(tx, source, copies);
  await settleAwaited(tx, source.id, stored, { areNew: true });
  const news = fresh.filter(({ post }) => isNews(post));
  const newer = unknown.slice(count).filter(isNews).length;
  const articleHosts = await wantArticles(tx, source, { news, newer });
  if (articleHosts.length > 0) tx.onCommit(() => planHosts(articleHosts));
  return fresh;
}
