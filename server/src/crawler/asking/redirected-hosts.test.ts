// A redirect leads to another host: what that one asks for is kept to, and counts for no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHostNamed } from '../../store/sources/hosts.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const SHORT = 'https://short.example/a';
const BIG = 'https://big.example.org/a';
const OTHER = 'https://big.example.org/b';
const HOUR = 3_600_000;
const TURNED_AWAY = { status: 429, headers: { 'retry-after': '172800' } };

async function days(b: Bench, count: number): Promise<void> {
  for (let hour = 0; hour < count * 24; hour += 2) await b.later(2 * HOUR);
}

function hostsAsked({ web }: Bench): string[] {
  return [...new Set(web.requests.map(({ url }) => new URL(url).hostname))];
}

test('a host that asks for a rest is left alone by those whom redirects lead there, until it is over', async (t) => {
  const b = await bench(t);
  b.web.serve(SHORT, { status: 302, headers: { location: BIG } });
  b.web.serve(BIG, { body: rss([1]), headers: { etag: 'E' } });
  const document = { body: rss([2]), headers: { etag: 'F' } };
  b.web.serve(OTHER, document, TURNED_AWAY, document);
  const ada = await b.subscribe(SHORT);
  await b.subscribe(OTHER, 'bob');
  while (b.web.requestsFor(OTHER).length < 2) await b.later(HOUR / 4);
  b.web.forget();
  await days(b, 1.9);
  assert.deepEqual(hostsAsked(b), ['short.example']);
  const [last] = await b.visits(ada.sourceId);
  assert.equal(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'resting');
  await days(b, 2);
  assert.equal((await b.visits(ada.sourceId))[0]?.outcome.kind, 'unchanged');
});

test('a search that is redirected to a resting host says that the site wants a rest', async (t) => {
  const b = await bench(t);
  b.web.serve(OTHER, { body: rss([2]), headers: { etag: 'F' } }, TURNED_AWAY);
  await b.subscribe(OTHER);
  await days(b, 1);
  b.web.serve(SHORT, { status: 302, headers: { location: BIG } });
  b.web.forget();
  const refused = await b.wait(b.crawler.follow(SHORT));
  assert.equal(refused.kind === 'refused' && refused.reason, 'site-wants-rest');
  assert.ok(refused.kind === 'refused' && (refused.againInMs ?? 0) > 2 * HOUR);
  assert.deepEqual(hostsAsked(b), ['short.example']);
});

for (const byFollowing of [false, true])
  test(`a 429 behind a redirect is a rest of the host that said it, ${byFollowing ? 'in a search' : 'in a visit'}`, async (t) => {
    const b = await bench(t);
    const NEIGHBOUR = 'https://short.example/b';
    const redirect = { status: 302, headers: { location: BIG } };
    b.web.serve(SHORT, redirect);
    b.web.serve(BIG, ...(byFollowing ? [] : [{ body: rss([1]), headers: { etag: 'E' } }]), TURNED_AWAY);
    b.web.serve(OTHER, { body: rss([2]), headers: { etag: 'F' } });
    b.web.serve(NEIGHBOUR, { body: rss([3]), headers: { etag: 'G' } });
    await b.subscribe(OTHER, 'bob');
    await b.subscribe(NEIGHBOUR, 'cem');
    if (byFollowing) await b.wait(b.crawler.follow(SHORT));
    else await b.subscribe(SHORT);
    while (!byFollowing && b.web.requestsFor(BIG).length < 2) await b.later(HOUR / 4);
    b.web.forget();
    await days(b, 1.5);
    assert.deepEqual([b.web.requestsFor(BIG).length, b.web.requestsFor(OTHER).length], [0, 0]);
    const floorOf = async (name: string) => (await b.store.read((tx) => findHostNamed(tx, name)))?.floorMs;
    // Only a visit makes later ones rarer.
    const floors = [await floorOf('short.example:443'), await floorOf('example.org')];
    assert.deepEqual(floors, [0, byFollowing ? 0 : 2 * HOUR]);
    assert.ok(b.web.requestsFor(NEIGHBOUR).length > 2, 'its neighbour at the first host is visited as usual');
  });
