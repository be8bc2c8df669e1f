// How many runs a property has that goes through the whole house.

/**
 * Of the runs on SQLite, and the same first ones: on PostgreSQL each waits thousands of times for a server and takes ten times
 * as long. What only happens where transactions cross, chance meets too seldom anyway; it has tests of its own.
 */
const ON_POSTGRES = 0.4;

/**
 * Few in every `npm test`, always the same.
 * With COURANT_TEST_RUNS=20 twenty times as many, by chance: fast-check tells the seed of what fails.
 */
export function propertyRuns(seed: number, runs: number): { seed?: number; numRuns: number } {
  const times = Number(process.env.COURANT_TEST_RUNS ?? '');
  if (times > 0) return { numRuns: Math.ceil(runs * times) };
  return { seed, numRuns: Math.ceil(process.env.COURANT_TEST_POSTGRES ? runs * ON_POSTGRES : runs) };
}
