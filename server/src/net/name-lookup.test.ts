import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webLimits } from './limits.ts';
import { rememberingResolve, systemResolve } from './name-lookup.ts';

interface Bench {
  asked: string[];
  resolve: (name: string) => Promise<unknown>;
  pass(ms: number): void;
}

function openBench(fault?: string): Bench {
  const asked: string[] = [];
  let now = 0;
  const answer = async (name: string) => {
    asked.push(name);
    if (fault !== undefined) throw Object.assign(new Error('no'), { code: fault });
    return [{ address: '192.0.2.1', family: 4 as const }];
  };
  const clock = { now: () => now, after: () => () => {} };
  const limits = { ...webLimits, nameKeptMs: 1000, missingNameKeptMs: 500, maxNamesKept: 2 };
  return {
    asked,
    resolve: rememberingResolve(answer, clock, limits),
    pass: (ms) => {
      now += ms;
    },
  };
}

test('a name that was asked for while the clock was ahead is asked for again once the clock is right', async () => {
  const { asked, resolve, pass } = openBench();
  pass(365 * 86_400_000);
  await resolve('a');
  pass(-365 * 86_400_000);
  await resolve('a');
  await resolve('a');
  assert.deepEqual(asked, ['a', 'a']);
});

test('a name is asked for once until its time is up', async () => {
  const { asked, resolve, pass } = openBench();
  await Promise.all([resolve('a'), resolve('a')]);
  pass(999);
  await resolve('a');
  assert.deepEqual(asked, ['a']);
  pass(1);
  await resolve('a');
  assert.deepEqual(asked, ['a', 'a']);
});

test('a missing name is remembered for its own time', async () => {
  const { asked, resolve, pass } = openBench('ENOTFOUND');
  await assert.rejects(resolve('a'), { reason: 'dns-not-found' });
  pass(499);
  await assert.rejects(resolve('a'), { reason: 'dns-not-found' });
  assert.deepEqual(asked, ['a']);
  pass(1);
  await assert.rejects(resolve('a'));
  assert.deepEqual(asked, ['a', 'a']);
});

test('a broken resolver is asked again', async () => {
  const { asked, resolve } = openBench('EAI_AGAIN');
  await assert.rejects(resolve('a'), { reason: 'dns-failed' });
  await assert.rejects(resolve('a'), { reason: 'dns-failed' });
  assert.deepEqual(asked, ['a', 'a']);
});

test('the oldest name is forgotten when there are too many', async () => {
  const { asked, resolve } = openBench();
  for (const name of ['a', 'b', 'c', 'b', 'a']) await resolve(name);
  assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
});

test('a name that has thousands of addresses is remembered with a few of them', async () => {
  const many = Array.from({ length: 4_000 }, (_, place) => ({
    address: `192.0.${place >> 8}.${place & 255}`,
    family: 4 as const,
  }));
  const clock = { now: () => 0, after: () => () => {} };
  const found = await rememberingResolve(async () => many, clock, webLimits)('a');
  assert.deepEqual(found, many.slice(0, 16));
});

test('the answer of the system says of which kind each address is', async () => {
  assert.deepEqual(await systemResolve('127.0.0.1'), [{ address: '127.0.0.1', family: 4 }]);
  assert.deepEqual(await systemResolve('::1'), [{ address: '::1', family: 6 }]);
});
