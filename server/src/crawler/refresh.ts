// Visits a Source because a person has asked for it, as far as politeness allows, and tells the result.
import type { Said, SaidCode } from '../model/said.ts';
import type { Source } from '../model/source.ts';
import { isOurNetwork, saidOf, type Visit } from '../model/visit.ts';
import { findHost, type Lease, releaseHost } from '../store/sources/hosts.ts';
import { findSchedule } from '../store/sources/schedules.ts';
import { findSource, readSourceAt } from '../store/sources/sources.ts';
import { recentVisits } from '../store/sources/visits.ts';
import { restOf, takeTurn } from './asking/turns.ts';
import type { Equipment } from './equipment.ts';
import { busySentence, inWords, waitSentence } from './schedule/wait-sentence.ts';
import { visit } from './visit.ts';

/** For the person: the result of the visit, or why there was none. */
export async function refresh(equipment: Equipment, sourceId: number): Promise<Said> {
  const { clock, held, limits } = equipment;
  // The person's app gives up after a minute. Without a limit, the visit would be recorded later all the same.
  const until = clock.now() + limits.followMs;
  const before = await look(equipment, sourceId);
  if ('sentence' in before) return before;
  const turn = await takeTurn(equipment, before.source.hostId, until);
  const restMs = restOf(turn, clock.now());
  if (restMs !== undefined) return said('site-wants-rest', waitSentence(restMs));
  if (turn.kind !== 'turn') return visitedForOthers;
  const { lease } = turn;
  return held.during(lease, () => visitInTurn(equipment, before, { lease, until }));
}

/** A source that may be visited now. */
interface Stand {
  source: Source;
  /** The time of the last visit; undefined before the first. */
  visitedAt: number | undefined;
}

/** How a source stands, or why it is not to be visited now. */
async function look(equipment: Equipment, sourceId: number, before?: Stand): Promise<Stand | Said> {
  const { store, clock, limits } = equipment;
  const { source, host, schedule, visits, into } = await store.read(async (tx) => {
    const row = await findSource(tx, sourceId);
    return {
      source: row,
      host: row && (await findHost(tx, row.hostId)),
      schedule: await findSchedule(tx, sourceId),
      visits: await recentVisits(tx, sourceId, 1),
      // It has become one with another, to which its address leads now.
      into: row || !before ? undefined : await readSourceAt(tx, before.source.url),
    };
  });
  if (into) return saidOf({ kind: 'moved', to: into.url, newPosts: 0 });
  if (!source || !host) return said('no-such-feed', 'That feed is no longer there');
  const visitedAt = schedule?.lastVisitAt;
  const [latest] = visits;
  if (before && latest && visitedAt !== before.visitedAt && !mayAccept(before, latest))
    return saidOf(latest.outcome);
  const now = clock.now();
  const askedOff = Math.max(host.backoffUntil, source.memory.retryAt ?? 0);
  if (askedOff > now) return said('site-wants-rest', waitSentence(askedOff - now));
  const last = visitedAt ?? Number.NEGATIVE_INFINITY;
  const again = last + (nobodyAsked(source, visits) ? limits.unaskedRefreshMs : limits.refreshMs);
  if (again > now && !(latest && foundAnotherFeed(latest))) {
    const [ago, left] = [inWords(now - last), inWords(again - now)];
    return said('visited-just-now', `The feed was visited ${ago} ago; it can be refreshed again in ${left}`);
  }
  return { source, visitedAt };
}

const brokenOff = said('interrupted', 'The visit was broken off; try again in a minute');

const visitedForOthers = said('visited-for-others', busySentence);

/** Whoever had the turn before, for a round or for somebody else, may have visited the source: then that visit is what the person wants. */
async function visitInTurn(
  equipment: Equipment,
  before: Stand,
  { lease, until }: { lease: Lease; until: number },
): Promise<Said> {
  const giveBack = (): Promise<boolean> =>
    equipment.store.write((tx) => releaseHost(tx, lease, { gapMs: 0 }));
  const stand = await look(equipment, before.source.id, before);
  if ('sentence' in stand) {
    await giveBack();
    return stand;
  }
  const made = await visit(equipment, stand.source, { lease, until });
  if (!made) return brokenOff;
  if ('outcome' in made) return saidOf(made.outcome);
  await giveBack();
  return visitedForOthers;
}

/** A person who is told that another feed is at the address may accept it at once. */
export function foundAnotherFeed({ outcome }: Visit): boolean {
  return outcome.kind === 'not-a-feed' && outcome.why === 'another-feed';
}

/** Whoever began to wait before another feed was found has not been told of it yet. */
function mayAccept({ source }: Stand, latest: Visit): boolean {
  return source.memory.state === 'another-feed' && foundAnotherFeed(latest);
}

/** Whether no site knows of the last visit. `unasked` because a site that redirects to a name that cannot be looked up was asked. */
export function nobodyAsked({ memory }: Source, [last]: readonly Visit[]): boolean {
  const { unasked = 0 } = memory;
  return unasked > 0 && last?.outcome.kind === 'unreachable' && isOurNetwork(last.outcome.reason);
}

function said(code: SaidCode, sentence: string): Said {
  return { sentence, code };
}
