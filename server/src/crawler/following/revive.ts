// Asks a source that is gone once more, because somebody wants to follow it.
import type { Source } from '../../model/source.ts';
import { succeeded } from '../../model/visit.ts';
import { releaseHost } from '../../store/sources/hosts.ts';
import { findSource } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { Equipment } from '../equipment.ts';
import { nobodyAsked } from '../refresh.ts';
import { waitSentence } from '../schedule/wait-sentence.ts';
import { visit } from '../visit.ts';
import { type Followed, found, refused, refusedBy, tooSlow } from './followed.ts';
import { turnAt, visitedForOthers } from './host-turn.ts';

export async function revive(equipment: Equipment, { id }: Source, until: number): Promise<Followed> {
  const gone = await goneSource(equipment, id);
  if ('kind' in gone) return gone;
  const lease = await turnAt(equipment, gone.url, until);
  if ('kind' in lease) return lease;
  const giveBack = (): Promise<boolean> =>
    equipment.store.write((tx) => releaseHost(tx, lease, { gapMs: 0 }));
  return equipment.held.during(lease, async () => {
    // Whoever had the turn before may have asked already.
    const source = await goneSource(equipment, id);
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
async function goneSource({ store, clock, limits }: Equipment, id: number): Promise<Source | Followed> {
  const { source, visits } = await store.read(async (tx) => ({
    source: await findSource(tx, id),
    visits: await recentVisits(tx, id, 1),
  }));
  if (!source) return tooSlow();
  if (source.memory.state !== 'gone') return found(id);
  const now = clock.now();
  const restMs = (source.memory.retryAt ?? 0) - now;
  if (restMs > 0) return refused('site-wants-rest', waitSentence(restMs), restMs);
  const [last] = visits;
  const pauseMs = nobodyAsked(source, visits) ? limits.unaskedRefreshMs : limits.refreshMs;
  const isRecent = last !== undefined && last.at <= now && now - last.at < pauseMs;
  return isRecent ? refusedBy(last.outcome) : source;
}
