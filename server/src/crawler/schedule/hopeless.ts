// For how long a source has failed, where that says something of the source.
import type { SourceMemory } from '../../model/source.ts';
import { pace } from '../limits.ts';

/** 0 after few failures, and while our own network is away: no site is asked then, and once it is back, none should wait for a week. */
export function hopelessMs(
  { memory, now, isCutOff }: { memory: SourceMemory; now: number; isCutOff?: boolean | undefined },
  failures: number,
): number {
  if (isCutOff || failures < pace.hopelessFailures) return 0;
  return now - (memory.failingSince ?? now);
}
