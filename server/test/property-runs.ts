// How many runs a property has that goes through the whole house.

/**
 * Few in every `npm test`, always the same.
 * With COURANT_TEST_RUNS=20 twenty times as many, by chance: fast-check tells the seed of what fails.
 */
export function propertyRuns(seed: number, runs: number): { seed?: number; numRuns: number } {
  const times = Number(process.env.COURANT_TEST_RUNS ?? '');
  if (times > 0) return { numRuns: Math.ceil(runs * times) };
  return { seed, numRuns: runs };
}
