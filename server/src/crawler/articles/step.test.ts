import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answering } from '../../../test/fake-web.ts';
import { wishArticles } from '../../store/feeds/feed-wishes.ts';
import { beginArticleSearch, deleteOtherArticles, findArticleSearch } from '../../store/sources/articles.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { newestPosts } from '../../store/sources/posts.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { spiedStore } from '../../store/testing/spied-store.ts';
import type { CrawlerOptions } from '../crawler.ts';
import type { Extractor } from '../reading/reading.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { inlineExtractor } from '../testing/inline-reading.ts';
import { articleLimits } from './limits.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://courier.com/';
const PAGE = `${SITE}1`;
const HOUR = 3_600_000;
const story = `<body><article><p>${'Words of a story, with a comma in it. '.repeat(20)}</p></article></body>`;

test('two crawlers on one store that are asked for one page at once ask its site once', async (t) => {
  const { b, postId } = await somePost(t);
  b.web.serve(PAGE, { body: story, afterMs: 3_000 });
  const other = b.open();
  t.after(() => b.wait(other.close()));
  const both = await b.wait(Promise.all([b.crawler.fetchArticle(postId), other.fetchArticle(postId)]));
  assert.deepEqual(both, [{ kind: 'kept' }, { kind: 'kept' }]);
  assert.equal(b.web.requestsFor(PAGE).length, 1);
});

for (const [how, location, there] of [
  ['written in UTF-8', Buffer.from('/über').toString('latin1'), `${SITE}über`],
  ['not encrypted', 'http://courier.com/1', 'http://courier.com/1'],
] as const) {
  test(`a page is found where it is redirected to, also if that is ${how}`, async (t) => {
    const { b, postId } = await somePost(t);
    b.web.serve(PAGE, leadingTo(location));
    b.web.serve(there, story);
    assert.deepEqual(await b.wait(b.crawler.fetchArticle(postId)), { kind: 'kept' });
  });
}

for (const location of ['mailto:editor@courier.com', 'https://[']) {
  test(`a page that is redirected to what is no page, ${location}, is looked for nowhere else`, async (t) => {
    const { b, postId } = await somePost(t);
    b.web.serve(PAGE, leadingTo(location));
    assert.equal((await b.wait(b.crawler.fetchArticle(postId))).kind, 'refused');
    assert.equal((await search(b, postId))?.url, PAGE);
  });
}

for (const location of [PAGE, '#top', '']) {
  test(`a page that is redirected to itself by "${location}" is asked for once`, async (t) => {
    const { b, postId } = await somePost(t);
    b.web.serve(PAGE, leadingTo(location));
    assert.equal((await b.wait(b.crawler.fetchArticle(postId))).kind, 'refused');
    assert.equal(b.web.requestsFor(PAGE).length, 1);
  });
}

test('a page that is redirected back to where its post leads is asked for once', async (t) => {
  const { b, postId } = await somePost(t);
  b.web.serve(PAGE, leadingTo('/welcome'));
  b.web.serve(`${SITE}welcome`, leadingTo(PAGE));
  assert.equal((await b.wait(b.crawler.fetchArticle(postId))).kind, 'refused');
  assert.equal(b.web.requestsFor(PAGE).length, 1);
  assert.equal((await search(b, postId))?.failure, 'unreachable');
});

test('a page that does not end in time is given up, and its host is free again', async (t) => {
  const { b, postId } = await somePost(t);
  b.web.serve(PAGE, { body: story, afterMs: articleLimits.requestMs + 1 });
  const answer = await b.wait(b.crawler.fetchArticle(postId));
  assert.deepEqual(answer, {
    kind: 'refused',
    reason: 'no-article',
    sentence: 'The site cannot be reached, or has an error of its own',
    againInMs: articleLimits.passingMs,
  });
  assert.equal((await search(b, postId))?.failure, 'unreachable');
});

for (const [what, url] of [
  ['a page', PAGE],
  ['the rules of a site', `${SITE}robots.txt`],
] as const) {
  test(`closing breaks off what fetches ${what}, and says nothing of the site`, async (t) => {
    const { b, postId } = await somePost(t);
    const crawler = b.open();
    b.web.serve(url, { body: story, afterMs: 14_000 });
    const asked = crawler.fetchArticle(postId);
    for (let step = 0; step < 100 && b.web.requestsFor(url).length === 0; step++) await b.clock.advance(100);
    await b.wait(crawler.close());
    assert.equal((await b.wait(asked)).kind, 'refused');
    const kept = await search(b, postId);
    assert.deepEqual([kept?.failure, kept?.fetchedAt], [undefined, undefined]);
    b.web.serve(`${SITE}robots.txt`, { status: 404 });
    b.web.serve(PAGE, story);
    assert.deepEqual(await b.wait(b.crawler.fetchArticle(postId)), { kind: 'kept' });
  });
}

test('an article that a person asks for is read first, also where a round was to look for it', async (t) => {
  const urgent: (boolean | undefined)[] = [];
  const extract: Extractor = (...given) => {
    urgent.push(given[2]?.isAwaited);
    return inlineExtractor(...given);
  };
  const { b, postId } = await somePost(t, { extract });
  b.web.serve(PAGE, story);
  await b.store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'courier.com');
    await beginArticleSearch(tx, { postId, url: PAGE, hostId, dueAt: tx.now });
  });
  assert.deepEqual(await b.wait(b.crawler.fetchArticle(postId)), { kind: 'kept' });
  assert.deepEqual(urgent, [true]);
});

test('a lease that was lost on the way records nothing', async (t) => {
  const { b, postId } = await somePost(t, { limits: { leaseMs: 1_000 } });
  const thief = b.open();
  t.after(() => b.wait(thief.close()));
  b.web.serve(PAGE, { body: story, afterMs: 5_000 }, story);
  const both = await b.wait(Promise.all([b.crawler.fetchArticle(postId), thief.fetchArticle(postId)]));
  assert.ok(both.some(({ kind }) => kind === 'kept'));
  assert.ok((await search(b, postId))?.content);
});

test('an article is of the page to which its post leads by now, also if it led to another when that was asked for', async (t) => {
  const { b, postId } = await somePost(t);
  const corrected = `${SITE}corrected`;
  b.web.serve(PAGE, { body: story, afterMs: 3_000 });
  b.web.serve(corrected, story.replaceAll('Words', 'Other words'));
  const asked = b.crawler.fetchArticle(postId);
  for (let step = 0; step < 100 && b.web.requestsFor(PAGE).length === 0; step++) await b.clock.advance(100);
  await b.store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'courier.com');
    await deleteOtherArticles(tx, new Map([[postId, corrected]]));
    await beginArticleSearch(tx, { postId, url: corrected, hostId, dueAt: undefined });
  });
  assert.deepEqual(await b.wait(asked), { kind: 'kept' });
  const kept = await search(b, postId);
  assert.deepEqual([kept?.url, kept?.content?.includes('Other words')], [corrected, true]);
});

test('the page of an article that the disk has no room for is not asked for again at once', async (t) => {
  const b = await bench(t);
  const full = b.open({ store: withoutRoomFor('Words of a story', b.store) });
  t.after(() => b.wait(full.close()));
  b.web.serve(
    FEED,
    { body: rss([1], { site: SITE }), headers: { etag: 'E' } },
    { body: rss([2, 1], { site: SITE }), headers: { etag: 'F' } },
  );
  b.web.serve(`${SITE}robots.txt`, { status: 404 });
  b.web.serve(`${SITE}2`, story);
  const { feedId, userId } = await b.subscribe(FEED);
  await b.store.write((tx) => wishArticles(tx, { id: feedId, userId }, true));
  await b.clock.advance(26 * HOUR);
  for (let minute = 0; minute < 30; minute++) {
    await b.clock.advance(60_000);
    await b.wait(full.runDue());
  }
  assert.equal(b.web.requestsFor(`${SITE}2`).length, 1);
});

test('a site that is too busy to say its rules is asked for no page before it has said them', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, rss([2, 1], { site: SITE }));
  const { sourceId } = await b.subscribe(FEED);
  const busy = { status: 429, headers: { 'retry-after': '60' } };
  b.web.serve(`${SITE}robots.txt`, busy, 'User-agent: *\nDisallow: /');
  for (const { id } of await b.store.read((tx) => newestPosts(tx, sourceId, 2))) {
    assert.equal((await b.wait(b.crawler.fetchArticle(id))).kind, 'refused');
    await b.clock.advance(120_000);
  }
  assert.deepEqual([b.web.requestsFor(PAGE), b.web.requestsFor(`${SITE}2`)], [[], []]);
});

test('a site that cannot say its rules is asked for them ever more seldom, and after a day at the latest', async (t) => {
  const failing = Array.from({ length: 7 }, (_, day) =>
    day % 2 ? { status: 500 } : { fails: 'reset' as const },
  );
  const answers = [...failing, 'User-agent: *\nDisallow: /', { status: 500 }];
  assert.deepEqual(await hoursAsked(t, 107, answers), [0, 1, 3, 7, 15, 31, 55, 79, 103, 104, 106]);
});

test('no site waits for longer than an hour because our own network was away', async (t) => {
  const away = { fails: 'no-network' } as const;
  const answers = [away, away, away, { status: 500 }, away];
  assert.deepEqual(await hoursAsked(t, 8, answers), [0, 1, 2, 3, 5, 6, 7]);
});

for (const [status, may] of [
  [304, false],
  [400, true],
  [403, true],
  [499, true],
  [500, false],
  [599, false],
] as const) {
  test(`a site that answers ${status} when it is asked for its rules is asked for ${may ? 'pages' : 'no page'} (RFC 9309 §2.3.1)`, async (t) => {
    const { b, postId } = await somePost(t);
    b.web.serve(`${SITE}robots.txt`, { status });
    b.web.serve(PAGE, story);
    await b.wait(b.crawler.fetchArticle(postId));
    assert.equal(b.web.requestsFor(PAGE).length, may ? 1 : 0);
  });
}

test('what is not true of a page is not asked: no post, no page', async (t) => {
  const { b } = await somePost(t);
  assert.deepEqual(await b.wait(b.crawler.fetchArticle(999)), {
    kind: 'refused',
    reason: 'no-article',
    sentence: 'There is no such post any more',
  });
});

function leadingTo(location: string): Answering {
  return { status: 302, headers: { location } };
}

async function somePost(
  t: TestContext,
  options: Partial<CrawlerOptions> = {},
): Promise<{ b: Bench; postId: number }> {
  const b = await bench(t, options);
  b.web.serve(FEED, rss([1], { site: SITE }));
  const { sourceId } = await b.subscribe(FEED);
  const [post] = await b.store.read((tx) => newestPosts(tx, sourceId, 1));
  assert.ok(post);
  return { b, postId: post.id };
}

for (const [where, rule, may] of [
  ['at its beginning', 'Disallow: /1', false],
  ['where it is cut', '#', true],
] as const) {
  test(`of a robots.txt that is too long the beginning counts, up to its last whole line: a rule ${where} ${may ? 'forbids nothing' : 'holds'} (RFC 9309 §2.5)`, async (t) => {
    const { b, postId } = await somePost(t);
    const cut = 'Disallow: /';
    const beginning = `User-agent: *\n${rule}\n`.padEnd(
      articleLimits.robotsBytes - cut.length - 1,
      '# nothing\n',
    );
    b.web.serve(`${SITE}robots.txt`, `${beginning}\n${cut}private/\nDisallow: /1\n`.padEnd(1_000_000, '\n'));
    b.web.serve(PAGE, story);
    assert.equal((await b.wait(b.crawler.fetchArticle(postId))).kind, may ? 'kept' : 'refused');
  });
}

/** When a site is asked for its rules of which another page is wanted each hour. */
async function hoursAsked(t: TestContext, hours: number, answers: readonly Answering[]): Promise<number[]> {
  const b = await bench(t);
  const numbers = Array.from({ length: hours }, (_, index) => hours - index);
  b.web.serve(FEED, rss(numbers, { site: SITE }));
  const { sourceId } = await b.subscribe(FEED);
  b.web.serve(`${SITE}robots.txt`, ...answers);
  const begin = b.clock.now();
  for (const { id } of await b.store.read((tx) => newestPosts(tx, sourceId, hours))) {
    await b.wait(b.crawler.fetchArticle(id));
    await b.clock.advance(HOUR);
  }
  return b.web.requestsFor(`${SITE}robots.txt`).map(({ at }) => Math.round((at - begin) / HOUR));
}

/** A store whose disk is nearly full. */
function withoutRoomFor(words: string, real: Store): Store {
  const { store, spied } = spiedStore(real);
  return {
    ...store,
    write: (fn, options) =>
      store.write(async (tx) => {
        spied.statements.clear();
        const result = await fn(tx);
        const written = [...spied.statements.values()].flatMap(({ values }) => values);
        if (!written.some((value) => typeof value === 'string' && value.includes(words))) return result;
        throw new StoreUnavailable('Cannot write to the database');
      }, options),
  };
}

function search(b: Bench, postId: number): ReturnType<typeof findArticleSearch> {
  return b.store.read((tx) => findArticleSearch(tx, postId));
}
