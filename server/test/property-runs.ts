// How many runs a property test has that goes through the whole house.

/**
 * Share of the runs on SQLite, which are the same first ones: on PostgreSQL each waits thousands of times for a server and takes
 * ten times as long. Interleaved transactions are rarely hit by chance anyway; they have tests of their own.
 */
const ON_POSTGRES = 0.4;

/**
 * Few in every `npm test`, always the same.
 * With COURANT_TEST_RUNS=20 twenty times as many, at random: fast-check prints the seed of a failure.
 */
export function propertyRuns(seed: number, runs: number): { seed?: number; numRuns: number } {
  const times = Number(process.env.COURANT_TEST_RUNS ?? '');
  if (times > 0) return { numRuns: Math.ceil(runs * times) };
  return { seed, numRuns: Math.ceil(process.env.COURANT_TEST_POSTGRES ? runs * ON_POSTGRES : runs) };
}
