// Asks a source that is not visited once more, because somebody wants to follow it.
import type { Source } from '../../model/source.ts';
import { succeeded } from '../../model/visit.ts';
import { releaseHost } from '../../store/sources/hosts.ts';
import { findSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { ReadTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { following } from '../limits.ts';
import { foundAnotherFeed, nobodyAsked } from '../refresh.ts';
import { waitSentence } from '../schedule/wait-sentence.ts';
import { visit } from '../visit.ts';
import { type Followed, found, refused, refusedBy, tooSlow } from './followed.ts';
import { turnAt, visitedForOthers } from './host-turn.ts';

/** Whether to ask before somebody follows it: it is gone, or nobody follows it, and by now another feed may be at its address. */
export async function isUncertain(tx: ReadTx, { id, memory }: Source): Promise<boolean> {
  if (memory.state === 'gone') return true;
  const schedule = await findSchedule(tx, id);
  if (!schedule || schedule.nextVisitAt !== undefined) return false;
  return memory.state !== undefined || tx.now - (schedule.lastVisitAt ?? 0) >= following.trustedMs;
}

/** The source to follow. One that was well may be away for an hour only. */
export async function foundOrRevived(equipment: Equipment, source: Source, until: number): Promise<Followed> {
  if (!(await equipment.store.read((tx) => isUncertain(tx, source)))) return found(source.id);
  const revived = await revive(equipment, source, until);
  return revived.kind === 'refused' && source.memory.state === undefined ? found(source.id) : revived;
}

async function revive(equipment: Equipment, { id }: Source, until: number): Promise<Followed> {
  const idle = await sourceToAsk(equipment, id);
  if ('kind' in idle) return idle;
  const lease = await turnAt(equipment, idle.url, until);
  if ('kind' in lease) return lease;
  const giveBack = (): Promise<boolean> =>
    equipment.store.write((tx) => releaseHost(tx, lease, { gapMs: 0 }));
  return equipment.held.during(lease, async () => {
    // Whoever had the turn before may have asked already.
    const source = await sourceToAsk(equipment, id);
    if ('kind' in source) {
      await giveBack();
      return source;
    }
    const made = await visit(equipment, source, { lease, until });
    if (!made) return refused('site-slow', 'The site took too long to answer');
    if ('outcome' in made) return succeeded(made.outcome) ? found(made.sourceId) : refusedBy(made.outcome);
    await giveBack();
    return visitedForOthers(equipment);
  });
}

/** The source, if it may be asked: as seldom as if somebody refreshed it by hand, and not before it wants to be. */
async function sourceToAsk({ store, clock, limits }: Equipment, id: number): Promise<Source | Followed> {
  const { source, mayBeFound, visits } = await store.read(async (tx) => {
    const row = await findSource(tx, id);
    return {
      source: row,
      mayBeFound: row && !(await isUncertain(tx, row)),
      visits: await recentVisits(tx, id, 1),
    };
  });
  if (!source) return tooSlow();
  if (mayBeFound) return found(id);
  const now = clock.now();
  const restMs = (source.memory.retryAt ?? 0) - now;
  if (restMs > 0) return refused('site-wants-rest', waitSentence(restMs), restMs);
  const [last] = visits;
  const pauseMs = nobodyAsked(source, visits) ? limits.unaskedRefreshMs : limits.refreshMs;
  const isRecent = last !== undefined && last.at <= now && now - last.at < pauseMs && !foundAnotherFeed(last);
  return isRecent ? refusedBy(last.outcome) : source;
}
