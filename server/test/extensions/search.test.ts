// Full text over all items, as an app sees it (docs/extensions/app.courant.search.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import type { Item } from '@courant/protocol';
import fc from 'fast-check';
import { anySign } from '../any-sign.ts';
import { rss, type TestPost } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';

type Test = Parameters<typeof testHouse>[0];

const shelf: TestPost[] = [
  {
    guid: 'solar',
    title: 'Solar power at night',
    content: '<p>Batteries <b>st</b>ore it.</p>',
    author: 'Ada Lovelace',
  },
  {
    guid: 'wind',
    title: 'Wind',
    content: '<p>Power of the wind; power at sea, power on land. Not solar.</p>',
  },
  {
    guid: 'night',
    title: 'At night',
    content: '<p title="solar">Power cuts</p><img src="https://x.example/solar.png">',
  },
  { guid: 'tokyo', title: '東京都の天気', content: '<p>今日は猫が多い。iPhone発売</p>' },
  { guid: 'seoul', title: '서울에서', content: '<p>안녕하세요</p>' },
  { guid: 'thai', title: 'ข่าว', content: '<p>ภาษาไทยง่าย</p>' },
  { guid: 'arabic', title: 'أخبار', content: '<p>اللُّغَةُ العَرَبِيَّة جميلة</p>' },
  { guid: 'russian', title: 'Ёлка', content: '<p>Снег и зима</p>' },
  { guid: 'hindi', title: 'समाचार', content: '<p>हिन्दी भाषा</p>' },
  { guid: 'year', title: 'سنة ٢٠٢٤', content: '<p>C++ in ۱۲۳ days<a href="https://x.example/#1">1</a></p>' },
  { guid: 'accents', title: 'Ångström', content: '<p>Crème brûlée, Łódź &amp; Straße</p>' },
];

const finds: [typed: string, ...guids: string[]][] = [
  ['solar power', 'solar', 'wind'],
  ['"solar power"', 'solar'],
  ['"power solar"'],
  ['SOLAR -wind', 'solar'],
  ['power -"solar power" -land', 'night'],
  ['solar OR cuts', 'solar', 'wind', 'night'],
  ['solar OR cuts night', 'solar', 'night'],
  ['store', 'solar'],
  ['batt*', 'solar'],
  ['bat*', 'solar'],
  ['"of power sea"*'],
  ['"power at sea"*', 'wind'],
  ['title:night', 'solar', 'night'],
  ['title:"at night"', 'solar', 'night'],
  ['title:power', 'solar'],
  ['author:lovelace', 'solar'],
  ['lovelace batteries', 'solar'],
  ['author:night'],
  ['-author:ada power', 'wind', 'night'],
  ['東京', 'tokyo'],
  ['京都', 'tokyo'],
  ['天', 'tokyo'],
  ['多い', 'tokyo'],
  ['猫が多', 'tokyo'],
  ['犬'],
  ['猫　－犬', 'tokyo'],
  ['猫　－天気'],
  ['ｔｉｔｌｅ：東京', 'tokyo'],
  ['title：猫'],
  ['＂solar power＂', 'solar'],
  ['犬　ＯＲ　ｂａｔｔ＊', 'solar'],
  ['iphone', 'tokyo'],
  ['iPhone発', 'tokyo'],
  ['서울', 'seoul'],
  ['하세요', 'seoul'],
  ['ไทย', 'thai'],
  ['اللغة العربية', 'arabic'],
  ['اخبار', 'arabic'],
  ['елка', 'russian'],
  ['зим*', 'russian'],
  ['भाषा', 'hindi'],
  ['angstrom', 'accents'],
  ['creme brulee lodz strasse', 'accents'],
  ['2024', 'year'],
  ['title:۲۰۲۴', 'year'],
  ['"C++ in 123 days"', 'year'],
  ['C'],
  ['(solar OR cuts) & night!', 'solar', 'night'],
  ['hidden OR nothing'],
];

test('what is typed finds what holds it, in any script', async (t) => {
  const { search } = await houseOfShelf(t);
  for (const [typed, ...guids] of finds) assert.deepEqual(await search(typed), guids.sort(), typed);
});

test('feeds and groups are named by id or by a part of their title, statuses and dates restrict', async (t) => {
  const { house, ines, search } = await houseOfShelf(t);
  const { client } = ines;
  const other = await follow(house, client, 'https://b.example/feed', [
    { guid: 'b1', title: 'Solar b', link: 'https://b.example/b1', publishedAt: Date.UTC(2025, 5, 1) },
    { guid: 'b2', title: 'Solar c', link: 'https://b.example/b2', publishedAt: Date.UTC(2025, 5, 2, 12) },
  ]);
  const group = await client.groups.create({ title: 'Späte Feeds', feedIds: [other.id] });
  const [c, b] = (await client.feeds.items(other.id)).items;
  await client.items.markRead(b?.id ?? 0);
  await client.stars.add(c?.id ?? 0);
  const cases: [typed: string, ...guids: string[]][] = [
    [`solar feed:${other.id}`, 'b1', 'b2'],
    ['solar feed:"Feed of b"', 'b1', 'b2'],
    ['solar feed:b.example OR feed:a.example', 'b1', 'b2', 'solar', 'wind'],
    [`solar -feed:${other.id}`, 'solar', 'wind'],
    [`solar group:${group.id}`, 'b1', 'b2'],
    ['solar group:spate', 'b1', 'b2'],
    ['solar -group:spate', 'solar', 'wind'],
    ['solar feed:nothing'],
    ['solar is:read', 'b1'],
    ['solar -is:unread', 'b1'],
    ['is:read', 'b1'],
    ['solar is:starred', 'b2'],
    ['is:starred', 'b2'],
    ['is:starred OR is:read', 'b1', 'b2'],
    ['is:starred is:read'],
    ['solar before:2025-06-02', 'b1'],
    ['solar after:2025-06-02 before:2025-07', 'b2'],
    ['after:2025-06-02T12:00Z before:2025-06-02T12:01Z', 'b2'],
    ['before:2025-06-02', 'b1'],
    ['-after:2025-06-02', 'b1'],
    ['-after:۲۰۲۵-۰۶-۰۲', 'b1'],
    [`feed:${other.id} -solar`],
    [`feed:${other.id} -"solar b"`, 'b2'],
  ];
  for (const [typed, ...guids] of cases) assert.deepEqual(await search(typed), guids.sort(), typed);
  assert.deepEqual(await guidsOf(client, 'solar', { only: 'read' }), ['b1']);
});

test('a post without a date is from when a person got it, as lists show it', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const posts = [{ guid: 'p', title: 'Moss', link: 'https://a.example/p' }];
  await follow(house, ines.client, 'https://a.example/feed', posts);
  await house.clock.advance(40 * 86_400_000);
  const between = new Date(house.clock.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: 'https://a.example/feed' });
  assert.deepEqual(await guidsOf(ines.client, `moss before:${between}`), ['p']);
  assert.deepEqual(await guidsOf(ines.client, `after:${between}`), []);
  assert.deepEqual(await guidsOf(otto.client, `moss before:${between}`), []);
  assert.deepEqual(await guidsOf(otto.client, `after:${between}`), ['p']);
});

test('the best come first: words in the title, then what a post is about, then the rest', async (t) => {
  const { ines } = await houseOfShelf(t);
  const best = async (words: string) => (await ines.client.search.best(words)).items.map(guidOf);
  assert.deepEqual(await best('power'), ['solar', 'wind', 'night']);
  assert.deepEqual((await ines.client.search.newest('power')).items.map(guidOf), ['night', 'wind', 'solar']);
  assert.deepEqual(await best('-power is:unread 天気'), ['tokyo']);
  assert.deepEqual(await best('title:night'), ['night', 'solar']);
  assert.equal((await best('-power')).length, 8);
});

test('the best of a phrase are no others than the newest, whatever a post is about', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const about = (guid: string, content: string): TestPost => ({
    guid,
    title: guid,
    link: `https://a.example/${guid}`,
    content: `<p>${content}</p>`,
  });
  await follow(house, client, 'https://a.example/feed', [
    about('said', 'solar power '.repeat(3)),
    about('apart', 'power of solar, or '.repeat(3)),
    about('kyoto', '東京と京都。'.repeat(3)),
    about('once', 'solar power, 東京都'),
  ]);
  for (const [typed, ...guids] of [
    ['"solar power"', 'said', 'once'],
    ['solar-power', 'said', 'once'],
    ['"solar power" -京都 power', 'said'],
    ['東京都', 'once'],
    ['title:once OR "solar power"', 'once', 'said'],
    ['pow* "solar power"', 'said', 'once'],
  ])
    assert.deepEqual((await client.search.best(typed ?? '')).items.map(guidOf), guids, typed);
});

test('pages give every item once, in either order and direction, while new ones arrive', async (t) => {
  const { house, client, ids } = await houseOf45(t);
  const all = ids.toSorted((a, b) => b - a);
  assert.deepEqual((await Array.fromAsync(client.search.allNewest('word', { limit: 7 }))).map(idOf), all);
  assert.deepEqual(
    (await Array.fromAsync(client.search.allNewest('word', { limit: 7, minId: 0 }))).map(idOf),
    all.toReversed(),
  );
  const first = await client.search.best('word', { limit: 7 });
  house.web.serve('https://a.example/feed', rss('A', numbered(46, 50)));
  await house.crawl(30 * 3_600_000);
  const rest = await Array.fromAsync(client.search.allBest('word', { limit: 7, page: first.next ?? '' }));
  const told = [...first.items, ...rest].map(idOf);
  assert.equal(new Set(told).size, told.length);
  assert.deepEqual(
    told.filter((id) => all.includes(id)).toSorted((a, b) => b - a),
    all,
  );
  // Every fifth has the word in its title.
  assert.ok(told.slice(0, 9).every((id) => all.indexOf(id) % 5 === 0));
});

test('cursors bound as in every list, and Link names neighbours that are there', async (t) => {
  const { house, client, ids, accessToken } = await houseOf45(t);
  const at = (index: number): number => ids[index] ?? 0;
  const page = async (query: object) =>
    (await client.search.newest('word', { limit: 3, ...query })).items.map((item) => ids.indexOf(item.id));
  assert.deepEqual(await page({}), [44, 43, 42]);
  assert.deepEqual(await page({ maxId: at(10) }), [9, 8, 7]);
  assert.deepEqual(await page({ minId: at(10) }), [13, 12, 11]);
  assert.deepEqual(await page({ sinceId: at(10) }), [44, 43, 42]);
  assert.deepEqual(await page({ sinceId: at(10), maxId: at(13) }), [12, 11]);
  const link = async (path: string) => {
    const answer = await house.ask(`/api/app.courant.search/v1/items?${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    assert.equal(answer.status, 200);
    return answer.headers.get('link') ?? '';
  };
  assert.doesNotMatch(await link('q=word&limit=45'), /rel=/);
  assert.match(
    await link('q=word&limit=44'),
    /^<https:\/\/courant\.example\/api\/app\.courant\.search\/v1\/items\?q=word&limit=44&max_id=\d+>; rel="next"$/,
  );
  assert.match(await link(`q=word&max_id=${at(44)}&limit=44`), /^[^,]*rel="prev"$/);
  assert.match(await link('q=word&order=rank&limit=44&x=kept'), /x=kept&page=2\.[^>]*>; rel="next"$/);
  assert.equal(await link('q=word&order=rank&limit=45'), '');
});

test('what cannot be searched for is a 400 with a sentence', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const cases: [query: string, why: RegExp][] = [
    ['', /^Cannot search: q is missing$/],
    ['q=', /^Cannot search: there is no word in it$/],
    [`q=${'x'.repeat(501)}`, /q is longer than 500 characters/],
    ['q=so*', /at least 3 letters/],
    ['q=is:new', /is:new is unknown/],
    ['q=before:soon', /is no date/],
    ['q=a&order=oldest', /order must be newest or rank/],
    ['q=a&order=rank&max_id=4', /max_id cannot be combined with order=rank/],
    ['q=a&page=0.1', /page wants order=rank/],
    ['q=a&order=rank&page=9.x', /page is not one that this service gave/],
    ['q=a&min_id=1&since_id=1', /min_id cannot be combined with since_id/],
    ['q=a&limit=0', /limit is 0/],
  ];
  for (const [query, why] of cases) {
    const answer = await house.ask(`/api/app.courant.search/v1/items?${query}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    assert.equal(answer.status, 400, query);
    assert.match(((await answer.json()) as { error: string }).error, why);
  }
});

test('an edit is found by its new text only, and keeps its item', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const post = { guid: 'p', title: 'First title', link: 'https://a.example/p', content: 'old words' };
  await follow(house, client, 'https://a.example/feed', [post]);
  const before = (await client.search.newest('old')).items[0];
  house.web.serve(
    'https://a.example/feed',
    rss('A', [{ ...post, title: 'Second title', content: 'fresh words' }]),
  );
  await house.crawl(30 * 3_600_000);
  assert.deepEqual((await client.search.newest('old OR first')).items, []);
  assert.equal((await client.search.newest('fresh title:second')).items[0]?.id, before?.id);
});

test('what is removed is found no more, and by nobody else less', async (t) => {
  const { house, ines, search } = await houseOfShelf(t);
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: 'https://a.example/feed' });
  const [feed] = await ines.client.feeds.list();
  await ines.client.feeds.delete(feed?.id ?? 0);
  assert.deepEqual(await search('solar OR power'), []);
  assert.deepEqual(await guidsOf(otto.client, 'solar'), ['solar', 'wind']);
});

test('two users never find items, feeds or groups of one another', async (t) => {
  const { house, ines } = await houseOfShelf(t);
  const otto = await house.signIn('otto');
  await follow(house, otto.client, 'https://c.example/feed', [
    { guid: 'c', title: 'Solar at home', link: 'https://c.example/c' },
  ]);
  const [feed] = await ines.client.feeds.list();
  const group = await ines.client.groups.create({ title: 'Mine', feedIds: [feed?.id ?? 0] });
  for (const typed of ['solar', 'is:unread', '-nothing', 'title:solar', 'sol*', '家 OR solar']) {
    assert.deepEqual(await guidsOf(otto.client, typed), ['c'], typed);
    assert.deepEqual((await otto.client.search.best(typed)).items.map(guidOf), ['c'], typed);
  }
  for (const place of [`feed:${feed?.id}`, 'feed:a.example', `group:${group.id}`, 'group:mine']) {
    assert.deepEqual(await guidsOf(otto.client, `solar ${place}`), [], place);
    assert.deepEqual(await guidsOf(otto.client, place), [], place);
  }
});

test('whatever is typed is answered with items or with a sentence', async (t) => {
  const { house, ines } = await houseOfShelf(t);
  const piece = fc.oneof(
    fc.constantFrom(
      'OR',
      'AND',
      'NOT',
      'NEAR(',
      ')',
      '-',
      '"',
      '*',
      '^',
      '{title}:',
      'title:',
      'feed:',
      'is:',
      'solar',
      '猫',
    ),
    fc.constantFrom("';--", '%', '\\', '\0', 'before:2026', 'post_words', 'rowid:1', '😀', '\ud800', 'ß'),
    fc.string({ unit: anySign, maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', ' '), async (pieces, between) => {
      for (const order of ['newest', 'rank']) {
        const query = new URLSearchParams({ q: pieces.join(between), order });
        const answer = await house.ask(`/api/app.courant.search/v1/items?${query}`, {
          headers: { authorization: `Bearer ${ines.accessToken}` },
        });
        assert.ok([200, 400].includes(answer.status), `${answer.status} for ${query}`);
      }
    }),
    propertyRuns(37, 150),
  );
});

/** A user who follows the shelf; `search` returns the guids of the results, in alphabetical order. */
async function houseOfShelf(
  t: Test,
): Promise<{ house: TestHouse; ines: SignedIn; search: (typed: string) => Promise<string[]> }> {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const posts = shelf.map((post, index) => ({
    ...post,
    link: `https://a.example/${post.guid}`,
    publishedAt: Date.UTC(2026, 0, 1, index),
  }));
  await follow(house, ines.client, 'https://a.example/feed', posts);
  return { house, ines, search: (typed) => guidsOf(ines.client, typed) };
}

/** A user with 45 items that contain a word, and as many that do not. */
async function houseOf45(t: Test) {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  await follow(house, client, 'https://b.example/feed', numbered(1, 45, 'other'));
  await follow(house, client, 'https://a.example/feed', numbered(1, 45));
  const { items } = await client.items.list({ limit: 45 });
  return { house, client, accessToken, ids: items.map((item) => item.id).reverse() };
}

/** Posts an hour apart; every fifth has the word in its title, every ninth three times in its text. */
function numbered(first: number, last: number, word = 'word'): TestPost[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    return {
      guid: `${word}-${number}`,
      title: number % 5 === 0 ? `A ${word}` : `Post ${number}`,
      link: `https://site.example/${word}-${number}`,
      publishedAt: Date.UTC(2026, 0, 1, number),
      content: `<p>Some ${word} ${number % 9 === 0 ? `${word} ${word}` : ''}</p>`,
    };
  });
}

async function guidsOf(client: Client, typed: string, query: { only?: 'read' } = {}): Promise<string[]> {
  return (await client.search.newest(typed, query)).items.map(guidOf).sort();
}

function guidOf(item: Item): string {
  return new URL(item.url).pathname.slice(1);
}

function idOf(item: Item): number {
  return item.id;
}
