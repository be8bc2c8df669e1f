// A redirect leads to another host: what that one asks for is kept to, and counts for no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { backoffOf, findHostNamed } from '../../store/sources/hosts.ts';
import type { Store } from '../../store/store.ts';
import { crawlerLimits } from '../limits.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const SHORT = 'https://short.example/a';
const BIG = 'https://big.example.org/a';
const OTHER = 'https://big.example.org/b';
const HOUR = 3_600_000;
const TURNED_AWAY = { status: 429, headers: { 'retry-after': '172800' } };
const SPENT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800' };

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

test('a search that is redirected to a resting host says that the site wants a rest, and for how long', async (t) => {
  const b = await bench(t);
  b.web.serve(OTHER, { body: rss([2]), headers: { etag: 'F' } }, TURNED_AWAY);
  await b.subscribe(OTHER);
  await days(b, 1);
  const inXml = { body: `<redirect><newLocation>${BIG}</newLocation></redirect>` };
  for (const answer of [{ status: 302, headers: { location: BIG } }, inXml]) {
    b.web.serve(SHORT, answer);
    b.web.forget();
    const refused = await b.wait(b.crawler.follow(SHORT));
    assert.equal(refused.kind === 'refused' && refused.reason, 'site-wants-rest');
    assert.ok(refused.kind === 'refused' && (refused.againInMs ?? 0) > 2 * HOUR);
    assert.deepEqual(hostsAsked(b), ['short.example']);
  }
});

const wantingRest: Readonly<Record<string, FakeAnswer>> = {
  '429': TURNED_AWAY,
  'last answer': { body: rss([1]), headers: { etag: 'E', ...SPENT } },
};
for (const [what, answer] of Object.entries(wantingRest))
  test(`the host behind a redirect is asked by nobody between its ${what} and the end of the search`, async (t) => {
    const b = await bench(t);
    b.web.serve(OTHER, { body: rss([2]), headers: { etag: 'F' } });
    await b.subscribe(OTHER);
    await b.clock.advance(24 * HOUR);
    let hasAnswered = false;
    b.web.serve(SHORT, { status: 302, headers: { location: BIG } });
    b.web.serve(BIG, () => {
      hasAnswered = true;
      return answer;
    });
    const write: Store['write'] = async (fn, options) => {
      const written = await b.store.write(fn, options);
      if (!hasAnswered) return written;
      await b.clock.sleep(2 * crawlerLimits.gapMs);
      await b.crawler.runDue();
      return written;
    };
    b.web.forget();
    await b.wait(b.open({ store: { ...b.store, write } }).follow(SHORT));
    assert.deepEqual(
      b.web.requests.map(({ url }) => url),
      [SHORT, BIG],
    );
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

const leading: Readonly<Record<string, FakeAnswer>> = {
  redirect: { status: 302, headers: { location: BIG, ...SPENT } },
  'document that only says where the feed is': {
    body: `<?xml version="1.0"?><redirect><newLocation>${BIG}</newLocation></redirect>`,
    headers: SPENT,
  },
};

for (const [what, answer] of Object.entries(leading)) {
  test(`a host that says that nothing more is allowed, and leads to another by a ${what}, has its rest, and the other has none`, async (t) => {
    const b = await bench(t);
    b.web.serve('https://short.org/a', answer);
    b.web.serve(BIG, { body: rss([1]), headers: { etag: 'E' } });
    const restOf = async (host: string): Promise<number> =>
      Math.max(0, (await b.store.read((tx) => backoffOf(tx, host))) - b.clock.now());
    await b.subscribe('https://short.org/a');
    assert.deepEqual([await restOf('short.org'), await restOf('example.org')], [HOUR / 2, 0]);
    if (what !== 'redirect') return;
    await b.later(HOUR * 24);
    assert.deepEqual([await restOf('short.org'), await restOf('example.org')], [HOUR / 2, 0], 'in a visit');
  });
}

test('a redirect of a picture says so, too', async (t) => {
  const b = await bench(t);
  b.web.serve('https://short.org/1.png', { status: 302, headers: { location: `${BIG}.png`, ...SPENT } });
  await b.wait(b.crawler.fetchImage({ key: '1', url: 'https://short.org/1.png' }));
  const until = await b.store.read((tx) => backoffOf(tx, 'short.org'));
  assert.equal(until - b.clock.now(), HOUR / 2);
  assert.equal(b.web.requestsFor(`${BIG}.png`).length, 1);
});

test('a page that says so and leads to a feed at another host has its rest', async (t) => {
  const b = await bench(t);
  const link = (url: string) =>
    `<!doctype html><link rel="alternate" type="application/rss+xml" href="${url}">`;
  b.web.serve('https://short.org/', { body: link(BIG), headers: { 'content-type': 'text/html', ...SPENT } });
  b.web.serve(BIG, rss([1]));
  await b.subscribe('https://short.org/');
  const until = await b.store.read((tx) => backoffOf(tx, 'short.org'));
  assert.equal(until - b.clock.now() > HOUR / 3, true);
});

test('but whoever is redirected within a host goes on there: the feed would never be asked for', async (t) => {
  const b = await bench(t);
  const www = 'https://www.short.org/';
  b.web.serve('https://short.org/', { status: 301, headers: { location: www, ...SPENT } });
  const body = '<!doctype html><link rel="alternate" type="application/rss+xml" href="/feed">';
  b.web.serve(www, { body, headers: { 'content-type': 'text/html' } });
  b.web.serve('https://www.short.org/feed', rss([1]));
  const before = b.clock.now();
  assert.equal((await b.wait(b.crawler.follow('https://short.org/'))).kind, 'source');
  const { turnMs } = crawlerLimits;
  assert.ok(b.clock.now() - before < turnMs / 2, 'nor does it wait for the turn that it has');
  b.web.serve('https://short.org/b', { status: 301, headers: { location: `${www}b`, ...SPENT } });
  b.web.serve(`${www}b`, rss([2], { title: 'B' }));
  await b.clock.advance(crawlerLimits.gapMs);
  assert.equal((await b.wait(b.crawler.follow('https://short.org/b'))).kind, 'source');
  assert.equal(
    await b.store.read((tx) => backoffOf(tx, 'short.org')),
    0,
    'the answer there is the last word',
  );
});

test('nor is a search ever kept from the feed by the address that led to a page elsewhere, which announces it there', async (t) => {
  const b = await bench(t);
  b.web.serve('https://short.org/', {
    status: 302,
    headers: { location: 'https://www.paper.net/', ...SPENT },
  });
  const body =
    '<!doctype html><link rel="alternate" type="application/rss+xml" href="https://short.org/feed">';
  b.web.serve('https://www.paper.net/', { body, headers: { 'content-type': 'text/html' } });
  b.web.serve('https://short.org/feed', { body: rss([1]), headers: SPENT });
  assert.equal((await b.wait(b.crawler.follow('https://short.org/'))).kind, 'source');
  const until = await b.store.read((tx) => backoffOf(tx, 'short.org'));
  assert.equal(until > b.clock.now(), true);
});
