// Two sources become one in the way that a site causes it: by a redirect that is seen often enough to be believed.
import assert from 'node:assert/strict';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import type { TestHouse } from '../house.ts';

const DAY_AND_HOUR = 25 * 3_600_000;

/** Makes an old address redirect to a new one, until both are one source. */
export async function join(house: TestHouse, old: string, now: string): Promise<void> {
  house.web.serve(old, { status: 301, headers: { location: now } });
  for (let visit = 0; visit < 6; visit++) await house.crawl(DAY_AND_HOUR);
  const { store } = house.house.library;
  const [from, into] = await store.read(async (tx) => [
    await findSourceAt(tx, old),
    await findSourceAt(tx, now),
  ]);
  assert.equal(from, into);
}
