// A source that has moved to where another is followed already: two turn out to be one. So that nobody loses anything, the one
// that has moved waits until the other is well by its own visits and knows all that it knows itself.
import { comparableUrl } from '../model/comparable-url.ts';
import type { Source } from '../model/source.ts';
import { tellFollowers } from '../store/sources/fan-out.ts';
import { holdsLease, renewLease, replanHost } from '../store/sources/hosts.ts';
import { hasNewsFor, haveInCommon, mergeSources } from '../store/sources/merge-sources.ts';
import { countPosts } from '../store/sources/posts.ts';
import { keepSchedule, lockSchedule } from '../store/sources/schedules.ts';
import {
  countFollowers,
  findSource,
  findSourceAt,
  lockFollowers,
  lockUsersOf,
  updateSource,
} from '../store/sources/sources.ts';
import { disownPosts } from '../store/sources/unheld-posts.ts';
import type { WriteTx } from '../store/store.ts';
import { endUnrecorded } from './asking/answering-host.ts';
import { believedMove, withMove } from './asking/moving.ts';
import type { Equipment } from './equipment.ts';
import { fillFeeds } from './following/fill-feed.ts';
import { inheritFormer } from './following/move-feed.ts';
import { hasOtherFace } from './identity/another-feed.ts';
import type { Candidate } from './identity/candidate.ts';
import { compareDocument } from './identity/compared.ts';
import { settleAwaitedBy } from './imports/settle-awaited.ts';
import { type Ahead, atOnce, type Unfinished } from './portions.ts';
import { plannedSource } from './schedule/planned-source.ts';
import { earliestVisit } from './schedule/schedule.ts';
import type { Recorded, Visited } from './visited.ts';

/** A visit, and the source that it becomes one with. */
interface Arrival {
  visited: Visited;
  into?: number;
}

/**
 * Where a visit ends. A source that nobody follows is not visited either: into that one others may go at once. `candidates`: the posts of the
 * document.
 */
export async function arrive(
  tx: WriteTx,
  equipment: Equipment,
  { visited, candidates }: { visited: Visited; candidates: readonly Candidate[] },
): Promise<Arrival> {
  const to = believedMove(visited, tx.now);
  const id = to === undefined ? undefined : await findSourceAt(tx, to);
  if (id === undefined || id === visited.source.id) return { visited };
  await lockSchedule(tx, id);
  const into = await findSource(tx, id);
  // Whoever has lost the lease changes nothing here either, and is told so where the visit would be kept.
  if (!into || !(await holdsLease(tx, visited.lease))) return { visited };
  const isFollowed = (await countFollowers(tx, id)) > 0;
  const { state, failingSince } = into.memory;
  const isAiling = state !== undefined || failingSince !== undefined;
  // Found at an older address of its own: that says nothing of where it is looked for, and any owner of a domain can have this.
  if (isAiling && into.url !== to) return { visited: notMoved(visited) };
  // What has only led to the other one so far is the place of this one by now.
  if (!leadsTo(into, [to, foundAt(visited)])) return { visited };
  // Its followers are to be asked first whether they want what is there now.
  const isAsking = isFollowed && (state === 'another-feed' || (await isUnlike(tx, visited.source, into)));
  if (isAsking) return { visited: notMoved(visited) };
  // The document is not kept here, and so nobody would be asked later on.
  if (await isAnothers(tx, visited, candidates)) return { visited };
  if (isAiling) await mend(tx, equipment, { into, from: visited.source.id });
  // The followers who have been moved already have all posts of this one: if the other were visited first, it would bring them once more.
  const isBegun = visited.source.memory.moving?.begun === true;
  const isBehind = isFollowed && !isAiling && !isBegun && (await hasNewsFor(tx, visited.source.id, into));
  if (!isBehind && !(isFollowed && isAiling)) return { visited, into: id };
  await planSoon(tx, equipment, { sourceId: id, askedAt: visited.finding.endedAt });
  return { visited: isAiling ? notMoved(visited) : { ...visited, held: true } };
}

/**
 * Makes one source of the two. The document is left to the visits of the one that stays. If there are very many followers, only some are
 * moved at a time: if the process ends in between, the others stay where they are, and the next visit continues with them.
 */
export async function merge(
  tx: WriteTx,
  equipment: Equipment,
  { source, lease, finding }: Visited,
  { into, ahead }: { into: number; ahead: Ahead },
): Promise<Recorded | Unfinished> {
  const { movedAtOnce, feedsMovedAtOnce } = equipment.limits;
  const most = Math.min(feedsMovedAtOnce, atOnce(await countPosts(tx, source.id), movedAtOnce));
  if ((await countFollowers(tx, into)) === 0) await takePlace(tx, source, into);
  await inheritFormer(tx, into, source.memory.formerSources);
  const merged = await mergeSources(tx, source, into, most);
  const { isWhole, carried, feedIds, userIds, newestKnownAt } = merged;
  await fillFeeds(tx, into, { feeds: carried, newerThan: newestKnownAt });
  await settleAwaitedBy(tx, into, feedIds);
  // With the last of the followers, its posts become those of the other source.
  if (!isWhole) await settleAwaitedBy(tx, source.id, feedIds);
  if (userIds.length > 0) tx.onCommit(() => equipment.changed(userIds));
  // After every portion: if the process ended here, nothing else might schedule it for the followers who have been moved.
  await planSoon(tx, equipment, { sourceId: into, askedAt: finding.endedAt });
  if (!isWhole) {
    await noteBegun(tx, source);
    await renewLease(tx, lease, equipment.limits.leaseMs);
    return { ahead };
  }
  await endUnrecorded(tx, equipment, { lease, finding });
  const url = (await findSource(tx, into))?.url ?? source.url;
  return {
    sourceId: into,
    outcome: { kind: 'moved', to: url, newPosts: 0 },
    faceChanged: true,
  };
}

/**
 * Nobody is there to be asked whether this is another feed. To those who are led there, the one that was there before would be one. After the
 * first portion they follow it themselves: the title and the site tell that they have agreed.
 */
async function takePlace(tx: WriteTx, source: Source, into: number): Promise<void> {
  const other = await findSource(tx, into);
  if (!other || !hasOtherFace(other, source)) return;
  await disownPosts(tx, into);
  const { identity: _former, ...rest } = other.memory;
  const { title, siteUrl, memory } = source;
  const memoryNow = { ...rest, ...(memory.identity && { identity: memory.identity }) };
  await updateSource(tx, into, { ...other, title, siteUrl, memory: memoryNow });
}

/** Whether the other one shows nothing of this one: the address was another feed's when it was last visited. */
async function isUnlike(tx: WriteTx, source: Source, into: Source): Promise<boolean> {
  return hasOtherFace(into, source) && !(await haveInCommon(tx, source.id, into.id));
}

async function isAnothers(tx: WriteTx, visited: Visited, candidates: readonly Candidate[]): Promise<boolean> {
  const { found } = visited.finding;
  return found.kind === 'feed' && (await compareDocument(tx, { visited, found, candidates })) === undefined;
}

/** Where the document of a visit was, after redirects. */
function foundAt({ finding: { found } }: Visited): string | undefined {
  return found.kind === 'failed' ? undefined : found.url;
}

/** Whether one of these is the address of a source, in whichever notation. */
function leadsTo({ url }: Source, addresses: readonly (string | undefined)[]): boolean {
  return addresses.some((each) => each !== undefined && comparableUrl(each) === comparableUrl(url));
}

async function noteBegun(tx: WriteTx, source: Source): Promise<void> {
  const { moving } = source.memory;
  if (!moving || moving.begun) return;
  const memory = withMove(source.memory, { ...moving, begun: true });
  await updateSource(tx, source.id, { ...source, memory });
}

/** Without what was seen of a move: visits a day apart have to see it anew. */
function notMoved(visited: Visited): Visited {
  const { source, finding } = visited;
  const memory = withMove(source.memory, undefined);
  return { ...visited, source: { ...source, memory }, finding: { ...finding, permanentUrl: undefined } };
}

/** What its visits have failed at is over: by way of the other it was found at work. */
async function mend(
  tx: WriteTx,
  equipment: Equipment,
  { into, from }: { into: Source; from: number },
): Promise<void> {
  await lockUsersOf(tx, [from, into.id]);
  const followers = await lockFollowers(tx, into.id);
  const {
    state: _state,
    goneSince: _gone,
    failingSince: _failing,
    unasked: _unasked,
    suggestion: _other,
    ...rest
  } = into.memory;
  await updateSource(tx, into.id, { ...into, memory: rest });
  await tellFollowers(tx, into.id);
  const userIds = followers.map(({ userId }) => userId);
  if (userIds.length > 0) tx.onCommit(() => equipment.changed(userIds));
}

/**
 * The next visit comes as soon as politeness allows, counted from the request that has just led here. It may have been planned for
 * the far future or for never: for what is no longer so, or for fewer followers.
 */
async function planSoon(
  tx: WriteTx,
  { chance }: Equipment,
  { sourceId, askedAt }: { sourceId: number; askedAt: number },
): Promise<void> {
  const planned = await plannedSource(tx, sourceId);
  if (!planned) return;
  const { schedule, facts } = planned;
  const soon = earliestVisit({ ...facts, now: tx.now, startedAt: askedAt, chance }, false);
  const at = Math.min(soon, schedule.nextVisitAt ?? soon);
  const isFollowed = (await countFollowers(tx, sourceId)) > 0;
  await keepSchedule(tx, {
    ...schedule,
    plannedAt: at,
    nextVisitAt: isFollowed ? at : undefined,
  });
  await replanHost(tx, schedule.hostId);
}
