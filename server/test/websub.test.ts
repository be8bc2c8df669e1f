// The fourteen checks of a WebSub subscriber, by the numbers of the official suite (websub.rocks), against the whole house.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { posts, rss } from './documents.ts';
import { type FakeHub, fakeHub } from './fake-hub.ts';
import type { FakeAnswer } from './fake-web.ts';
import { publicUrl, type TestHouse, testHouse } from './house.ts';
import { announced, type Followed, feedUrl, followed, followIn, hubUrl } from './websub-feeds.ts';

const selfUrl = 'https://site.example/self';

test('100: a hub is found in the headers of the feed, asked, and allowed to push', async (t) => {
  const headers = { link: `<${hubUrl}>; rel="hub", <${selfUrl}>; rel="self"` };
  const house = await following(t, { headers, body: rss('Announced', posts(1, 3)) });
  const { asked, verified } = house.hub;
  assert.equal(asked.length, 1);
  assert.deepEqual(
    { ...asked[0], at: 0, form: 0, callback: 0, secret: 0 },
    {
      at: 0,
      mode: 'subscribe',
      topic: selfUrl,
      callback: 0,
      secret: 0,
      form: 0,
    },
  );
  assert.match(asked[0]?.callback ?? '', /^https:\/\/courant\.example\/websub\/[\w-]{22}$/);
  assert.match(asked[0]?.secret ?? '', /^[\w-]{32,199}$/);
  assert.deepEqual(verified, [{ status: 200, body: 'a <b> & c' }]);
  await pushesAreRead(house);
});

test('101: a hub is found in the head of the page that announces the feed', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  const page = 'https://site.example/';
  const head = `<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="hub" href="${hubUrl}"><link rel="self" href="/">`;
  house.web.serve(page, {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><head>${head}</head>`,
  });
  house.web.serve(feedUrl, { headers: { etag: '"1"' }, body: rss('Announced', posts(1, 3)) });
  const { titles } = await followIn(house, hub, page);
  assert.deepEqual(
    hub.asked.map(({ topic }) => topic),
    [page],
  );
  // The hub pushes the page, which says only that there is something new: the feed is visited.
  await house.clock.advance(15 * 60_000);
  house.web.serve(feedUrl, { headers: { etag: '"2"' }, body: rss('Announced', posts(1, 4)) });
  const answer = await hub.push('<!doctype html><p>Post 4</p>', { type: 'text/html' });
  assert.equal(answer.status, 204);
  await house.crawl(31_000);
  assert.deepEqual(await titles(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
  // The feed itself says nothing of a hub, and what the page said holds on.
  await house.crawl(86_400_000);
  assert.equal(hub.asked.length, 1);
});

test('102: a hub is found in an Atom feed', async (t) => {
  const entry = (n: number) =>
    `<entry><id>urn:${n}</id><title>Post ${n}</title><link href="https://site.example/${n}"/><updated>2026-01-01T0${n}:00:00Z</updated></entry>`;
  const atom = (count: number) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Announced</title><id>urn:0</id><link rel="hub" href="${hubUrl}"/>
      <link rel="self" href="${selfUrl}"/>${[1, 2, 3, 4].slice(0, count).map(entry).join('')}</feed>`;
  const house = await following(t, atom(3));
  assert.equal(house.hub.asked[0]?.topic, selfUrl);
  await house.hub.push(atom(4), { type: 'application/atom+xml' });
  assert.deepEqual(await house.titles(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
});

test('103: a hub is found in an RSS feed', async (t) => {
  const house = await followed(t);
  assert.equal(house.hub.asked[0]?.topic, feedUrl);
  await pushesAreRead(house);
});

test('104: what the headers say comes before what the feed says', async (t) => {
  const headers = { link: `<${hubUrl}>; rel="hub", <${selfUrl}>; rel="self"` };
  const links = { hubs: ['https://wrong.example/hub'], self: 'https://wrong.example/self' };
  const house = await following(t, { headers, body: announced(posts(1, 3), links) });
  assert.deepEqual(
    house.hub.asked.map(({ topic }) => topic),
    [selfUrl],
  );
  assert.equal(house.web.requestsFor('https://wrong.example/hub').length, 0);
});

test('200: the topic is the address that the feed gives itself, whatever was asked for', async (t) => {
  const house = await following(t, announced(posts(1, 3), { self: selfUrl }));
  assert.equal(house.hub.asked[0]?.topic, selfUrl);
  await pushesAreRead(house);
});

for (const [number, status] of [
  [201, 302],
  [202, 301],
] as const) {
  test(`${number}: where the feed is behind a ${status}, its own address there is the topic`, async (t) => {
    const real = 'https://site.example/real';
    const house = await following(t, { status, headers: { location: real } }, (web) =>
      web.serve(real, announced(posts(1, 3), { self: real })),
    );
    assert.equal(house.hub.asked[0]?.topic, real);
    await pushesAreRead(house);
  });
}

for (const [number, status] of [
  [203, 307],
  [204, 308],
] as const) {
  test(`${number}: a hub that answers with a ${status} is asked again there, in the same words`, async (t) => {
    const door = 'https://door.example/';
    const house = await following(t, announced(posts(1, 3), { hubs: [door] }), (web) =>
      web.serve(door, { status, headers: { location: hubUrl } }),
    );
    const [sent] = house.web.requestsFor(door);
    const [repeated] = house.web.requestsFor(hubUrl);
    assert.ok(sent && repeated);
    assert.deepEqual([repeated.method, repeated.body], ['POST', sent.body]);
    assert.equal(house.hub.verified[0]?.status, 200);
    await pushesAreRead(house);
  });
}

test('205: what was not asked for is not confirmed', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  hub.verifiesAtOnce = false;
  house.web.serve(feedUrl, announced(posts(1, 3)));
  await followIn(house, hub);
  const topic = { 'hub.topic': 'https://site.example/other' };
  assert.equal((await hub.verify(topic)).status, 404, 'another topic');
  assert.equal(
    (await hub.verify({}, `${publicUrl}/websub/${'A'.repeat(22)}`)).status,
    404,
    'no callback of ours',
  );
  assert.equal((await hub.verify({ 'hub.mode': 'unsubscribe' })).status, 404, 'the opposite');
  assert.equal((await hub.verify({ 'hub.mode': 'dance' })).status, 404, 'an unknown mode');
  assert.equal((await hub.verify({ 'hub.challenge': '' })).status, 404, 'no challenge');
  assert.equal((await hub.verify({ 'hub.topic': '' })).status, 404, 'no topic');
  const agreed = await hub.verify();
  assert.equal(agreed.status, 200);
  assert.equal(agreed.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(agreed.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(await agreed.text(), 'a <b> & c');
  assert.equal((await hub.verify()).status, 200, 'the answer was lost, and the hub asks again');
});

test('300: a push is answered with success, and its posts are there', async (t) => {
  const house = await followed(t);
  const answer = await house.hub.push(announced(posts(1, 5)));
  assert.equal(answer.status, 204);
  assert.equal(await answer.text(), '');
  assert.deepEqual(await house.titles(), ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
});

for (const [number, what, signature] of [
  [301, 'a wrong signature', `sha256=${'0'.repeat(64)}`],
  [302, 'no signature', null],
] as const) {
  test(`${number}: a push with ${what} is acknowledged and not read`, async (t) => {
    const house = await followed(t);
    const answer = await house.hub.push(announced(posts(1, 5)), { signature });
    assert.equal(answer.status, 204);
    assert.deepEqual(await house.titles(), ['Post 1', 'Post 2', 'Post 3']);
    await house.crawl(59 * 60_000);
    assert.deepEqual(await house.titles(), ['Post 1', 'Post 2', 'Post 3']);
  });
}

async function following(
  t: TestContext,
  answer: string | FakeAnswer,
  prepare: (web: TestHouse['web']) => void = () => {},
): Promise<Followed> {
  const house = await testHouse(t);
  const hub: FakeHub = fakeHub(house);
  house.web.serve(feedUrl, answer);
  prepare(house.web);
  return followIn(house, hub);
}

async function pushesAreRead({ hub, titles }: Followed): Promise<void> {
  assert.equal((await hub.push(announced(posts(4, 4)))).status, 204);
  assert.deepEqual(await titles(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
}
