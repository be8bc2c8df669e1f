// Brings a source's next visit forward, as far as politeness allows, because somebody says that it has something new.
import type { Hub } from '../../model/hub.ts';
import { findHost } from '../../store/sources/hosts.ts';
import { bringForward, findSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { WriteTx } from '../../store/store.ts';
import { paceAt } from '../asking/answering-host.ts';
import type { Equipment } from '../equipment.ts';
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
  const source = sourceId === undefined ? undefined : await findSource(tx, sourceId);
  const schedule = source && (await findSchedule(tx, source.id));
  const host = schedule && (await findHost(tx, schedule.hostId));
  if (!host || (schedule.failures > 0 && (!signed || (await wasTurnedAway(tx, source.id))))) return;
  const at = earliestVisit(
    {
      now: tx.now,
      startedAt: schedule.lastVisitAt ?? 0,
      sourceId: source.id,
      memory: source.memory,
      conditional: source.validators !== undefined,
      host: await paceAt(tx, host, source.memory.leadsTo),
      chance,
    },
    signed,
  );
  await bringForward(tx, source.id, at);
}

/** A document that is missing is no refusal: it may be back. */
async function wasTurnedAway(tx: WriteTx, sourceId: number): Promise<boolean> {
  const outcome = (await recentVisits(tx, sourceId, 1))[0]?.outcome;
  return outcome?.kind === 'gone' || (outcome?.kind === 'refused' && outcome.why !== 'not-found');
}
