// Brings a source's next visit forward, as far as politeness allows, because somebody says that it has something new.
import type { Hub } from '../../model/hub.ts';
import { bringForward } from '../../store/sources/schedules.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { plannedSource } from '../schedule/planned-source.ts';
import { earliestVisit } from '../schedule/schedule.ts';

/**
 * `signed`: the publisher's hub says so. An unsigned push may come from anybody, so it brings no failing source forward. A signed one does,
 * unless the site itself turns us away: its hub goes on pushing all the same.
 */
export async function visitSoon(
  tx: WriteTx,
  { chance }: Pick<Equipment, 'chance'>,
  { sourceId }: Pick<Hub, 'sourceId'>,
  { signed }: { signed: boolean },
): Promise<void> {
  const planned = sourceId === undefined ? undefined : await plannedSource(tx, sourceId);
  if (!planned) return;
  const { source, schedule, facts } = planned;
  if (schedule.failures > 0 && (!signed || (await wasTurnedAway(tx, source.id)))) return;
  const startedAt = schedule.lastVisitAt ?? 0;
  await bringForward(tx, source.id, earliestVisit({ ...facts, now: tx.now, startedAt, chance }, signed));
}

/** A document that is missing is no refusal: it may be back. */
async function wasTurnedAway(tx: WriteTx, sourceId: number): Promise<boolean> {
  const outcome = (await recentVisits(tx, sourceId, 1))[0]?.outcome;
  return outcome?.kind === 'gone' || (outcome?.kind === 'refused' && outcome.why !== 'not-found');
}
