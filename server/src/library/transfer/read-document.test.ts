import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TransferPart } from '../../model/transfer.ts';
import { readJson } from './json-values.ts';
import { portionsOf } from './portions.ts';
import { readDocument } from './read-document.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const partsOf = (text: string): TransferPart[] => [...(readDocument(bytes(text))?.parts ?? [])];

test('documents are known by what they hold', () => {
  const kinds: [text: string, kind: string | undefined][] = [
    ['\ufeff<?xml version="1.0"?><opml><body/></opml>', 'opml'],
    ['{"courant":"account","version":1}\n{"group":{"title":"G"}}\n', 'courant'],
    ['{"courant":"account","version":1}', 'courant'],
    ['{"items":[]}', 'freshrss'],
    ['[{"origin":{}}]', 'freshrss'],
    ['{"entries":[]}', 'miniflux'],
    ['{"total":1,"entries":[{}]}{"total":1,"entries":[]}', 'miniflux'],
    ['[{"feed_url":"https://a.example/","category":{}}]', 'miniflux'],
    ['[{"feed_url":"https://a.example/"}]', 'feedbin'],
    ['[{"id":1,"url":"https://a.example/","published":"2026-01-01"}]', 'feedbin'],
    ['{"id":1,"url":"https://a.example/","published":""}{"id":2,"url":"x","published":""}', 'feedbin'],
    ['[{"guid":"1","url":"https://a.example/1","feedLink":"https://a.example/"}]', 'nextcloud'],
    ['{"format":"feeder-saved-articles","version":1,"articles":[]}', 'feeder'],
    ['<articles schema-version="143"></articles>', 'ttrss'],
    ['{"courant":"account"}\n{"group":{"title":"<opml> and <outline >"}}', 'courant'],
    ['<html>', undefined],
    ['{"a":1}{"b":2}', undefined],
    ['', undefined],
  ];
  for (const [text, kind] of kinds) assert.equal(readDocument(bytes(text))?.kind, kind, text);
  const wide = Buffer.from(
    '\ufeff<opml><body><outline text="é" xmlUrl="https://a.example/"/></body></opml>',
    'utf16le',
  );
  assert.equal(readDocument(wide)?.kind, 'opml');
  assert.equal(readDocument(gzipSync(wide))?.kind, 'opml');
  assert.equal(readDocument(gzipSync(wide).subarray(0, 40)), undefined);
  assert.equal(readDocument(gzipSync(gzipSync(wide))), undefined);
});

test('objects one after the other are told apart, whatever stands in their strings', () => {
  const objects = fc.array(fc.record({ a: fc.string(), b: fc.array(fc.string()) }), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(objects, (values) => {
      const text = values.map((value) => JSON.stringify(value)).join('');
      assert.deepEqual([...(readJson(text)?.each() ?? [])], JSON.parse(JSON.stringify(values)));
      const lines = values.map((value) => JSON.stringify(value)).join('\n');
      assert.deepEqual([...(readJson(lines)?.each() ?? [])], JSON.parse(JSON.stringify(values)));
    }),
  );
});

test('a feed is told before its items, and once', () => {
  const line = (item: object): string =>
    JSON.stringify({ origin: { feedUrl: 'feed://a.example/x' }, ...item });
  const parts = partsOf(
    `[${line({ guid: '1' })},${line({ guid: '2', origin: { feedUrl: 'https://a.example/x' } })}]`,
  );
  assert.deepEqual(
    parts.map((part) =>
      part.part === 'feed' ? part.feed.url : part.part === 'item' ? part.item.feedUrl : '',
    ),
    ['https://a.example/x', 'https://a.example/x', 'https://a.example/x'],
  );
});

test('all that an item of Google Reader’s format says is read, where its feed is not encrypted and has no address beside its id', () => {
  const item = {
    id: 'guid-1',
    origin: { streamId: 'feed/http://a.example/x', title: 'A &amp; B' },
    canonical: [{ href: 'http://a.example/1' }],
    title: 'One &amp; two',
    author: 'Ada &amp; Bob',
    updated: 1_767_312_000,
    categories: [
      'user/1005/state/com.google/read',
      'user/1005/state/com.google/starred',
      'user/1005/label/Later',
      'News',
    ],
    summary: { content: '<p>In short</p>' },
  };
  const origin = { ...item.origin, feedUrl: 'http://a.example/x' };
  const read = (...items: object[]) =>
    partsOf(JSON.stringify({ id: 'user/1005/state/com.google/reading-list', items }));
  const [feed, first, second] = read(item, {
    ...item,
    origin,
    id: 'tag:google.com,2005:reader/item/1',
    crawlTimeMsec: '1767312000000',
    categories: [...item.categories, 'user/1005/state/com.google/unread'],
    content: { content: '<p>Words</p>' },
  });
  assert.deepEqual(feed, { part: 'feed', feed: { url: 'http://a.example/x', title: 'A & B', groups: [] } });
  const known = {
    feedUrl: 'http://a.example/x',
    url: 'http://a.example/1',
    title: 'One &amp; two',
    titleIsHtml: true,
    author: 'Ada & Bob',
    publishedAt: 1_767_312_000_000,
    starred: true,
    tags: ['Later'],
    summary: '<p>In short</p>',
    details: { categories: ['News'] },
  };
  assert.deepEqual(first, {
    part: 'item',
    item: { ...known, guid: 'guid-1', read: true, hasGroupsAsTags: true },
  });
  assert.deepEqual(second, {
    part: 'item',
    item: { ...known, createdAt: 1_767_312_000_000, read: false, content: '<p>Words</p>' },
  });
});

test('all that a starred item of Feedbin says is read, where its site is not encrypted', () => {
  const star = {
    id: 1,
    url: 'http://a.example/1',
    title: 'One &amp; two',
    author: 'Ada',
    published: '2026-01-02T00:00:00Z',
    created_at: '2026-01-03T00:00:00Z',
    content: '<p>Words</p>',
    summary: 'In short',
  };
  assert.deepEqual(partsOf(JSON.stringify([star])), [
    { part: 'feed', feed: { url: 'http://a.example/', groups: [], isSite: true } },
    {
      part: 'item',
      item: {
        feedUrl: 'http://a.example/',
        url: 'http://a.example/1',
        title: 'One &amp; two',
        titleIsHtml: true,
        author: 'Ada',
        publishedAt: Date.UTC(2026, 0, 2),
        createdAt: Date.UTC(2026, 0, 3),
        starred: true,
        content: '<p>Words</p>',
        summary: 'In short',
      },
    },
  ]);
});

test('of two names or times of an item of Google Reader’s format the nearer one counts, and no state is not read', () => {
  const at = (minute: number): number => Date.UTC(2026, 0, 2, 0, minute);
  const [, part] = partsOf(
    JSON.stringify({
      id: 'user/1005/state/com.google/reading-list',
      items: [
        {
          id: 'https://a.example/?p=1',
          guid: 'guid-1',
          origin: { streamId: 'feed/https://a.example/x' },
          canonical: [{ href: 'https://a.example/1' }],
          published: at(1) / 1000,
          updated: at(2) / 1000,
          timestampUsec: `${at(3) * 1000}`,
          crawlTimeMsec: `${at(4)}`,
        },
      ],
    }),
  );
  assert.ok(part?.part === 'item');
  const { guid, publishedAt, createdAt, read } = part.item;
  assert.deepEqual([guid, publishedAt, createdAt, read], ['guid-1', at(1), at(3), undefined]);
});

test('all that an item of Miniflux says is read', () => {
  const entry = {
    url: 'https://a.example/1',
    title: 'One',
    author: 'Ada',
    published_at: '2026-01-02T00:00:00Z',
    created_at: '2026-01-02T01:00:00Z',
    status: 'unread',
    starred: true,
    content: '<p>Words</p>',
    tags: ['News'],
    comments_url: 'https://a.example/1#comments',
    feed: { feed_url: 'https://a.example/x', title: 'A', category: { title: 'Daily' } },
  };
  assert.deepEqual(partsOf(JSON.stringify({ total: 1, entries: [entry] })), [
    { part: 'group', title: 'Daily' },
    { part: 'feed', feed: { url: 'https://a.example/x', title: 'A', groups: ['Daily'] } },
    {
      part: 'item',
      item: {
        feedUrl: 'https://a.example/x',
        url: 'https://a.example/1',
        title: 'One',
        author: 'Ada',
        publishedAt: Date.UTC(2026, 0, 2),
        createdAt: Date.UTC(2026, 0, 2, 1),
        read: false,
        starred: true,
        content: '<p>Words</p>',
        details: { categories: ['News'], commentsUrl: 'https://a.example/1#comments' },
      },
    },
  ]);
});

test('answers of Miniflux are read one after the other, and one that breaks off is told', () => {
  const answer = (n: number): string =>
    JSON.stringify({
      total: 2,
      entries: [{ url: `https://a.example/${n}`, status: 'read', feed: { feed_url: 'https://a.example/x' } }],
    });
  const found = partsOf(`${answer(1)}${answer(2)}{"total":2,"entries":[]}${answer(3).slice(0, -20)}`);
  assert.deepEqual(
    found.map((part) => (part.part === 'feed' ? part.feed.url : part.part === 'item' ? part.item.url : part)),
    [
      'https://a.example/x',
      'https://a.example/1',
      'https://a.example/2',
      {
        part: 'note',
        note: { sentence: '1 line of the file cannot be read', code: 'unreadable-lines', count: 1 },
      },
    ],
  );
});

test('pictures and files that Miniflux has behind its proxy get their own addresses back', () => {
  const behind = (url: string): string =>
    `https://reader.example/mf/proxy/${'aB-_'.repeat(11).slice(0, 43)}=/${Buffer.from(url).toString('base64url')}`;
  const [picture, file] = ['http://a.example/ä.png?a=1&amp=2', 'http://a.example/1.mp3'];
  const content = `<img src="${behind(picture)}" srcset="${behind(file)} 2x, ${behind('ftp://x')} 3x">`;
  const entry = {
    url: 'https://a.example/1',
    status: 'read',
    content,
    enclosures: [{ url: behind(file), mime_type: 'audio/mpeg' }],
    feed: { feed_url: 'https://a.example/x', crawler: true },
  };
  const [feed, item] = partsOf(JSON.stringify({ total: 1, entries: [entry] }));
  assert.ok(feed?.part === 'feed' && item?.part === 'item');
  assert.equal(feed.feed.fetchesArticles, true);
  assert.equal(
    item.item.content,
    `<img src="http://a.example/ä.png?a=1&amp;amp=2" srcset="${file} 2x, ${behind('ftp://x')} 3x">`,
  );
  assert.deepEqual(item.item.details?.enclosures, [{ url: file, type: 'audio/mpeg' }]);
});

test('items of Miniflux and Feedbin that name no feed and no site are counted', () => {
  const star = { id: 1, url: 'https://a.example/1', published: '2026-01-01' };
  const documents = [
    [star, { ...star, url: null }, { ...star, url: 'about:blank' }],
    { entries: [{ status: 'read' }, { status: 'removed' }, { status: 'unread', feed: {} }] },
  ];
  for (const document of documents) {
    const last = partsOf(JSON.stringify(document)).at(-1);
    assert.deepEqual(last?.part === 'note' && [last.note.code, last.note.count], ['items-without-feed', 2]);
  }
});

test('a file of a newer version is read with a word of warning', () => {
  assert.deepEqual(
    partsOf('{"courant":"account","version":2}\n{"thing":{}}\n{"group":{"title":" A\\u0000b "}}'),
    [
      {
        part: 'note',
        note: {
          sentence: 'The file was written by a newer Courant: what is unknown is left out',
          code: 'newer-file',
          count: undefined,
        },
      },
      { part: 'group', title: 'Ab' },
    ],
  );
});

test('no JSON makes the reading throw, and what comes of it is fit to be stored', () => {
  const seen = { group: 0, feed: 0, item: 0, note: 0 };
  fc.assert(
    fc.property(someJson(), (each) => {
      for (const part of [...portionsOf(bytes(each))].flatMap(({ parts }) => parts)) {
        seen[part.part]++;
        checkFit(part);
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(
    Object.values(seen).every((times) => times > 10),
    JSON.stringify(seen),
  );
});

function checkFit(part: TransferPart): void {
  for (const text of textsIn(part)) assert.ok(text.isWellFormed() && !text.includes('\0'), text);
  if (part.part === 'group') assert.ok(part.title !== '' && [...part.title].length <= 200);
  if (part.part === 'feed') assert.notEqual(part.feed.url, '');
  if (part.part !== 'item') return;
  const { feedUrl, publishedAt = 0, createdAt = 0 } = part.item;
  assert.notEqual(feedUrl, '');
  for (const time of [publishedAt, createdAt])
    assert.ok(Number.isFinite(new Date(time).getTime()), `${time}`);
}

/** Exports of three readers in which any value may be another one or missing; and no exports at all. */
function someJson(): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', 'A\0b', 'x\ud800', 'é'.repeat(300)));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const or = (usual: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: usual, weight: 6 }, { arbitrary: value, weight: 1 });
  const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    or(
      fc.record(Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, or(each)])), {
        requiredKeys: [],
      }),
    );
  const list = (each: fc.Arbitrary<unknown>) => or(fc.array(each, { maxLength: 4 }));
  const address = fc.constantFrom('https://a.example/feed', 'feed://a.example/x', 'about:blank');
  const time = fc.oneof(fc.double(), fc.constantFrom('2026-01-01', '1700000000', 'once', 8.7e15));
  const words = {
    title: text,
    author: text,
    url: address,
    guid: text,
    published: time,
    content: record({ content: text }),
  };
  const freshRss = record({
    items: list(
      record({ ...words, origin: record({ feedUrl: address, category: text }), categories: list(text) }),
    ),
  });
  const miniflux = record({
    entries: list(
      record({
        ...words,
        feed: record({ feed_url: address, category: record({ title: text }) }),
        published_at: time,
      }),
    ),
  });
  const line = fc.oneof(
    record({ group: record({ title: text }) }),
    record({ feed: record({ url: address, title: text, groups: list(text) }) }),
    record({ item: record({ ...words, feed: address, created_at: time, tags: list(text) }) }),
  );
  const account = fc
    .array(line, { maxLength: 5 })
    .map((lines) => [{ courant: 'account' }, ...lines].map((each) => JSON.stringify(each)).join('\n'));
  return fc.oneof(
    account,
    ...[freshRss, miniflux, value].map((each) => each.map((whole) => JSON.stringify(whole))),
    text,
  );
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('a list of feeds is read in the encoding that it declares, or that its bytes show', () => {
  const list = (declared: string, title: string): string =>
    `<?xml version="1.0"${declared}?><opml><body><outline text="${title}"><outline xmlUrl="https://a.example/feed"/></outline></body></opml>`;
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const [before = '', after = ''] = list(' encoding="Shift_JIS"', '|').split('|');
  const wide = Buffer.from(list(' encoding="UTF-16"', 'Café'), 'utf16le');
  const documents: [what: string, bytes: Buffer, title: string][] = [
    ['declared', latin1(list(' encoding="ISO-8859-1"', 'Café')), 'Café'],
    ['declared wrongly', Buffer.from(list(' encoding="ISO-8859-1"', 'Café')), 'Café'],
    ['not declared', latin1(list('', 'Café')), 'Café'],
    ['of Japan', Buffer.concat([latin1(before), Buffer.of(0x93, 0xfa, 0x96, 0x7b), latin1(after)]), '日本'],
    ['wide', wide, 'Café'],
    ['wide with a mark', Buffer.concat([Buffer.of(0xff, 0xfe), wide]), 'Café'],
    ['wide the other way', Buffer.from(wide).swap16(), 'Café'],
    ['with a mark', Buffer.from(`\ufeff\n${list('', 'Café')}`), 'Café'],
  ];
  for (const [what, bytes, title] of documents) {
    const parts = [...(readDocument(bytes)?.parts ?? [])];
    assert.deepEqual(parts[0], { part: 'group', title }, what);
  }
});

test('the file of an account keeps every sign, whatever its items say of encodings', () => {
  const content = '<meta charset="shift_jis">caf\u00e9 \ufeff\uffff';
  const item = { feed: 'https://a.example/feed', url: 'https://a.example/1', content };
  const parts = partsOf(`{"courant":"account","version":1}\n${JSON.stringify({ item })}`);
  assert.deepEqual(
    parts.map((part) => part.part === 'item' && part.item.content),
    [content],
  );
});

test('what belongs to an item has its address written as that of a post from a feed', () => {
  const item = {
    feed: 'https://a.example/feed',
    guid: '1',
    enclosures: [{ url: 'https://Bücher.example/ä b.mp3' }, { url: 'teil.mp3' }],
    positions: [{ url: 'https://Bücher.example/ä b.mp3', seconds: 5, at: '2026-11-21T08:30:00.000Z' }],
    comments_url: 'HTTPS://a.example/Gespräch',
    image_url: 'https://a.example/ä.png',
  };
  const [part] = partsOf(`{"courant":"account","version":1}\n${JSON.stringify({ item })}`);
  assert.ok(part?.part === 'item');
  const file = 'https://xn--bcher-kva.example/%C3%A4%20b.mp3';
  assert.deepEqual(part.item.details, {
    enclosures: [{ url: file }],
    commentsUrl: 'https://a.example/Gespr%C3%A4ch',
    imageUrl: 'https://a.example/%C3%A4.png',
  });
  assert.deepEqual(
    part.item.positions?.map(({ url }) => url),
    [file],
  );
});

test('tags of an item are held to the rules of titles, and what is too much is told', () => {
  const item = { feed: 'https://a.example/feed', url: 'https://a.example/1' };
  const written = [' a\u0007  b ', 'a b', '', 7, null, 'x'.repeat(300)];
  const many = Array.from({ length: 150 }, (_, index) => `tag ${index}`);
  const account = (tags: unknown): TransferPart[] =>
    partsOf(`{"courant":"account","version":1}\n${JSON.stringify({ item: { ...item, tags } })}`);
  assert.deepEqual(tagsIn(account(written)), [['a\u0007  b', 'a b', 'x'.repeat(200)]]);
  assert.deepEqual(tagsIn(account([7])), [undefined]);
  const tooMany = account(many);
  assert.equal(tagsIn(tooMany)[0]?.length, 100);
  assert.ok(tooMany.some((part) => part.part === 'note' && /more than 100 tags/.test(part.note.sentence)));
});

function tagsIn(parts: readonly TransferPart[]): (readonly string[] | undefined)[] {
  return parts.flatMap((part) => (part.part === 'item' ? [part.item.tags] : []));
}
