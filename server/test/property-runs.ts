// How many runs a property has that goes through the whole house.
import { isOnPostgres } from './temporary-store.ts';

/** Each statement is a way to the server and back there. */
const SHARE_ON_POSTGRES = 1 / 3;

/**
 * Few in every `npm test`, always the same, and on PostgreSQL the first of them.
 * With COURANT_TEST_RUNS=20 twenty times as many, by chance: fast-check tells the seed of what fails.
 */
export function propertyRuns(seed: number, runs: number): { seed?: number; numRuns: number } {
  const times = Number(process.env.COURANT_TEST_RUNS ?? '');
  if (times > 0) return { numRuns: Math.ceil(runs * times) };
  if (!isOnPostgres) return { seed, numRuns: runs };
  return { seed, numRuns: Math.ceil(runs * SHARE_ON_POSTGRES) };
}
