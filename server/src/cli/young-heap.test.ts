import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

test('the young heap stays small however much survives', async () => {
  const [bounded, unbounded] = await Promise.all([youngMegabytes('boundYoungHeap();'), youngMegabytes('')]);
  // Measured: 2 and 67 MB. Pages that are not swept yet count too: 7 MB has been seen on a busy machine.
  assert.ok(bounded < unbounded / 4, `${bounded} and ${unbounded} MB`);
});

/** The young heap of a process that has made 100 MB of small objects, a third of which lived for a while. */
async function youngMegabytes(first: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { boundYoungHeap } from ${JSON.stringify(new URL('./young-heap.ts', import.meta.url).href)};
    ${first}
    let kept = [];
    for (let n = 0; n < 1_000_000; n++) {
      const thing = { n, text: [n, n, n, n] };
      if (n % 3 === 0) kept.push(thing);
      if (kept.length > 100_000) kept = [];
    }
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    process.stdout.write(String(young.space_size / 1e6));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return Number(stdout);
}
