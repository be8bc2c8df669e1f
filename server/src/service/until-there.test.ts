import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { type Log, silentLog } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';
import { untilThere } from './until-there.ts';

const away = new StoreUnavailable('Cannot reach the database', { cause: new Error('nobody listens') });

test('a database that is away is asked again, less and less often, and told of once a minute', async () => {
  const { clock, told, wait } = someWait();
  const asked: number[] = [];
  const opened = untilThere(async () => {
    asked.push(clock.now() - wait.begin);
    if (clock.now() - wait.begin < 65_000) throw away;
    return 'open';
  }, wait);
  await clock.advance(80_000);
  assert.equal(await opened, 'open');
  assert.deepEqual(asked.slice(0, 7), [0, 500, 1_500, 3_500, 7_500, 12_500, 17_500]);
  assert.deepEqual(told, [
    'late',
    { event: 'waiting for the database', waitedMs: 0, reason: 'nobody listens' },
    { event: 'waiting for the database', waitedMs: 62_500, reason: 'nobody listens' },
    { event: 'the database is there', waitedMs: 67_500 },
  ]);
});

test('what is there at once is not told of, and what takes long is late once', async () => {
  const { clock, told, wait } = someWait();
  assert.equal(await untilThere(async () => 'open', wait), 'open');
  await clock.advance(60_000);
  assert.deepEqual(told, []);
  const { promise, resolve } = Promise.withResolvers<string>();
  const opened = untilThere(() => promise, wait);
  await clock.advance(60_000);
  resolve('open');
  assert.equal(await opened, 'open');
  assert.deepEqual(told, ['late']);
});

test('a fault that waiting does not mend is passed on', async () => {
  const { told, wait } = someWait();
  const broken = new Error('Cannot use the database: it is newer');
  await assert.rejects(
    untilThere(() => Promise.reject(broken), wait),
    broken,
  );
  assert.deepEqual(told, []);
});

function someWait() {
  const clock = fakeClock();
  const told: unknown[] = [];
  const tell: Log['warn'] = (event, facts) => void told.push({ event, ...facts });
  const log: Log = { ...silentLog, warn: tell, info: tell };
  return { clock, told, wait: { clock, log, begin: clock.now(), isLate: () => void told.push('late') } };
}
