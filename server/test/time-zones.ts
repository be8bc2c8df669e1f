// Places on either side of Greenwich, for what must not depend on where the machine is.
import type { TestContext } from 'node:test';

/** Calls `fn` in each of two time zones, one east and one west of Greenwich; the test's own comes back after it. */
export function inTimeZones(t: TestContext, fn: (zone: string) => void): void {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
    process.env.TZ = zone;
    fn(zone);
  }
}
