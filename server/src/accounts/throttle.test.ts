import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../store/store.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { addressKey, giveBackTries, giveBackTryOf, isEmpty, netOf, takeTry, takeTryOf } from './throttle.ts';

const limit = { burst: 2, refillMs: 1000 };

test('a bucket empties, fills up again with time, and never past its brim', async (t) => {
  const { store, clock } = await openTestAccounts(t);
  const take = (): Promise<number | undefined> => store.write((tx) => takeTry(tx, 'k', limit));
  assert.deepEqual([await take(), await take(), await take()], [undefined, undefined, 500]);
  await clock.advance(499);
  assert.equal(await take(), 1);
  await clock.advance(1);
  assert.equal(await take(), undefined);
  await clock.advance(1_000_000);
  assert.deepEqual([await take(), await take(), await take()], [undefined, undefined, 500]);
});

test('a bucket that was emptied while the clock was ahead is full once the clock is right', async (t) => {
  const { store, clock } = await openTestAccounts(t);
  const take = (): Promise<number | undefined> => store.write((tx) => takeTry(tx, 'k', limit));
  const right = clock.now();
  clock.set(right + 365 * 86_400_000);
  assert.deepEqual([await take(), await take(), await take()], [undefined, undefined, 500]);
  clock.set(right);
  assert.deepEqual([await take(), await take(), await take()], [undefined, undefined, 500]);
});

test('a clock that is set back a little neither empties a bucket nor fills it', async (t) => {
  const { store, clock } = await openTestAccounts(t);
  const take = (): Promise<number | undefined> => store.write((tx) => takeTry(tx, 'k', limit));
  assert.equal(await take(), undefined);
  clock.set(clock.now() - 900);
  assert.deepEqual([await take(), await take()], [undefined, 500]);
});

test('a bucket is empty only while it has no whole try, and full again once its tries are given back', async (t) => {
  const { store, clock } = await openTestAccounts(t);
  const take = (key: string): Promise<number | undefined> => store.write((tx) => takeTry(tx, key, limit));
  const isOver = (key: string): Promise<boolean> => store.read((tx) => isEmpty(tx, key, limit));
  assert.equal(await isOver('k'), false);
  await take('k');
  assert.equal(await isOver('k'), false);
  await take('k');
  assert.deepEqual([await isOver('k'), await isOver('other')], [true, false]);
  await clock.advance(499);
  assert.equal(await isOver('k'), true);
  await clock.advance(1);
  assert.equal(await isOver('k'), false);
  await take('k');
  await store.write((tx) => giveBackTries(tx, 'k'));
  assert.deepEqual([await take('k'), await take('k'), await take('k')], [undefined, undefined, 500]);
});

test('of an address, no more than its network is shown', () => {
  assert.equal(netOf('192.0.2.123'), '192.0.2.0/24');
  assert.equal(netOf('::FFFF:192.0.2.1'), '192.0.2.0/24');
  assert.equal(netOf('2001:db8:7:1::5'), '2001:db8:7::/48');
  assert.equal(netOf('2001:DB8::'), '2001:db8:0::/48');
  assert.equal(netOf('1:2:3:4:5:6:7:8'), '1:2:3::/48');
  assert.equal(netOf('fe80::1%eth0'), 'fe80:0:0::/48');
});

test('addresses of one IPv6 customer share a key, and IPv4 in IPv6 is IPv4', () => {
  assert.equal(addressKey('2001:db8:0:7::1'), addressKey('2001:DB8::7:ffff:1:2:3'));
  assert.notEqual(addressKey('2001:db8:0:7::1'), addressKey('2001:db8:0:8::1'));
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(addressKey('192.0.2.1'), '192.0.2.1');
});

test('whoever has a network of IPv6 addresses gets ten times the tries of one address, and no neighbour loses theirs', async (t) => {
  const { store, clock } = await openTestAccounts(t);
  const take = takerOf(store, (refusal) => assert.equal(refusal.retryAfterMs, 50));
  let n = 0;
  const granted = async (count: number): Promise<number> => {
    let taken = 0;
    for (const end = n + count; n < end; n++) if (await take(`2001:db8:7:${n.toString(16)}::1`)) taken++;
    return taken;
  };
  assert.equal(await granted(40), 20);
  assert.equal(await take('2001:db8:8::1'), true);
  await clock.advance(100);
  assert.equal(await granted(40), 2);
  await store.write((tx) => giveBackTryOf(tx, 'k:', '2001:db8:7:ffff::1', limit));
  assert.equal(await granted(40), 1);
});

test('one address cannot use up the tries of its network, and an IPv4 address has no network', async (t) => {
  const { store } = await openTestAccounts(t);
  const take = takerOf(store);
  for (let n = 0; n < 40; n++) await take('2001:db8:7:1::1');
  assert.equal(await take('2001:db8:7:2::1'), true);
  for (let n = 1; n <= 40; n++) assert.equal(await take(`192.0.2.${n}`), true);
  assert.deepEqual([await take('192.0.2.1'), await take('192.0.2.1')], [true, false]);
});

/** Takes a try of an address and says whether there was one. `refused` sees each refusal. */
function takerOf(
  store: Store,
  refused: (refusal: { retryAfterMs: number }) => void = () => {},
): (address: string) => Promise<boolean> {
  return (address) =>
    store
      .write((tx) => takeTryOf(tx, 'k:', address, { limit, action: 'try' }))
      .then(
        () => true,
        (refusal) => {
          refused(refusal);
          return false;
        },
      );
}
