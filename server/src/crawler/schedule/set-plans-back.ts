// Sets right what was planned and kept while the clock was ahead: to be called now and then.
import type { SourceMemory } from '../../model/source.ts';
import {
  hostsCalledInFuture,
  setHostBack,
  shortenKeeping,
  type VisitedAhead,
} from '../../store/sources/clock-set-back.ts';
import { findSource, updateSource } from '../../store/sources/sources.ts';
import type { Store, WriteTx } from '../../store/store.ts';
import { othersTurn } from '../../store/turn.ts';
import { articleLimits } from '../articles/limits.ts';
import { imageLimits } from '../images/limits.ts';

const HOUR_MS = 3_600_000;

/** Mostly there are no such hosts. After such a mistake of the clock there may be very many, so each has a transaction of its own. */
export async function setPlansBack(store: Store): Promise<void> {
  for (const hostId of await store.read(hostsCalledInFuture)) {
    await store.write(async (tx) => {
      for (const ahead of await setHostBack(tx, hostId)) await setMemoryBack(tx, ahead);
    });
    await othersTurn();
  }
  await store.write((tx) =>
    shortenKeeping(tx, {
      images: imageLimits.keptMs,
      imageFailures: imageLimits.finalMs,
      robots: articleLimits.robotsKeptMs,
    }),
  );
}

/** Otherwise the next plan would be made from times to come: nothing fails or moves for long before it has begun to. */
async function setMemoryBack(tx: WriteTx, { sourceId, aheadMs }: VisitedAhead): Promise<void> {
  const source = await findSource(tx, sourceId);
  if (!source) return;
  const { checkedAt } = source;
  await updateSource(tx, sourceId, {
    ...source,
    checkedAt: checkedAt && Math.min(checkedAt, tx.now),
    memory: memoryBack(source.memory, { now: tx.now, aheadMs }),
  });
}

const times = [
  'retryAt',
  'failingSince',
  'goneSince',
  'dateOnlyAt',
  'newestPostAt',
  'editsDueAt',
] as const satisfies readonly (keyof SourceMemory)[];

function memoryBack(memory: SourceMemory, { now, aheadMs }: { now: number; aheadMs: number }): SourceMemory {
  const back = (time: number): number => (time > now ? time - aheadMs : time);
  const { hints, moving, rhythm } = memory;
  const kept: SourceMemory = { ...memory, hints: { ...hints } };
  for (const name of times) if (memory[name] !== undefined) kept[name] = back(memory[name]);
  if (hints.freshUntil !== undefined) kept.hints.freshUntil = back(hints.freshUntil);
  if (moving) kept.moving = { ...moving, since: back(moving.since) };
  if (rhythm)
    kept.rhythm = {
      ...rhythm,
      at: back(rhythm.at),
      lastHour: Math.min(rhythm.lastHour, Math.floor(now / HOUR_MS)),
    };
  return kept;
}
