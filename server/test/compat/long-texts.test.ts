// Items with very long texts: every interface gives all of them whole, but none of it makes them all at once.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { posts, type TestPost } from '../documents.ts';
import { follow } from '../house.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

/** More than are made at once by any of them. */
const POSTS = 8;
const CHARACTERS = 800_000;

type Answer = { items?: unknown[] } | unknown[];
/** The fields by which an answer names an item's text. */
type Told = { content?: string; html?: string; summary?: { content: string } | string };

test('posts of almost a million letters each are told whole by every list, packed or not', async (t) => {
  const { house, ids, wanted } = await withLongPosts(t);
  const bearer = { authorization: `Bearer ${house.ines.accessToken}` };
  const token = { authorization: `GoogleLogin auth=${house.token}` };
  const feverIds = [...ids].sort((a, b) => a - b).join();
  for (const [path, headers] of [
    ['/api/v1/items?limit=8', bearer],
    [`/api/v1/items?ids=${ids.join()}`, bearer],
    ['/api/app.courant.search/v1/items?q=endless', bearer],
    [`/api/greader.php/reader/api/0/stream/contents/feed/${house.longFeed}?n=8`, token],
    [`/fever/?api&api_key=${house.feverKey}&items&with_ids=${feverIds}&unread_item_ids`, {}],
  ] as [string, Record<string, string>][]) {
    for (const encoding of ['identity', 'gzip']) {
      const response = await house.ask(path, { headers: { ...headers, 'Accept-Encoding': encoding } });
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('content-length'), null, `${path} is sent as it is made`);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      const bytes = Buffer.from(await response.arrayBuffer());
      const answer: Answer = JSON.parse(String(encoding === 'gzip' ? gunzipSync(bytes) : bytes));
      assert.deepEqual(textsOf(answer).sort(), wanted, path);
    }
  }
});

test('pictures of very long posts come from here, too, if they are to', async (t) => {
  const { house } = await withLongPosts(t, '<img src="https://pictures.example/1.png">');
  const response = await house.ask('/api/v1/items?limit=8', {
    headers: { authorization: `Bearer ${house.ines.accessToken}`, Prefer: 'images=proxied' },
  });
  const items = (await response.json()) as { 'app.courant.images': { content: string } }[];
  assert.equal(items.length, POSTS);
  for (const item of items) assert.ok(item['app.courant.images'].content.includes('<img src="/images/'));
});

test('an app that follows the changes gets very long posts a few at a time, each once', async (t) => {
  const { house, ids, wanted, cursor } = await withLongPosts(t);
  const texts: string[] = [];
  const sizes: number[] = [];
  for (let since = cursor, more = true; more; ) {
    const page = await house.ines.client.sync.changes({ since });
    const items = page.items?.new ?? [];
    texts.push(...items.map(({ content = '' }) => hash(content)));
    sizes.push(items.length);
    ({ cursor: since, more } = page);
  }
  assert.deepEqual(texts.sort(), wanted);
  assert.ok(Math.max(...sizes) < POSTS, sizes.join());
  const bare = await house.ines.client.sync.changes({ since: cursor, content: false });
  assert.deepEqual(bare.items?.new?.map(({ id }) => id).sort(), [...ids].sort());
  assert.ok(bare.items?.new?.every((item) => item.content === undefined && item.summary === undefined));
});

/** A reader with one more feed, of long posts. */
async function withLongPosts(
  t: Parameters<typeof compatHouse>[0],
  before = '',
): Promise<{
  house: CompatHouse & { longFeed: number };
  ids: number[];
  wanted: string[];
  cursor: string;
}> {
  const house = await compatHouse(t);
  const { cursor } = await house.ines.client.sync.changes();
  const long = posts(1, POSTS).map(
    (post): TestPost => ({
      ...post,
      content: `<p>${before}endless ${post.guid} ${'so on '.repeat(CHARACTERS / 6)}end</p>`,
    }),
  );
  const { id } = await follow(house, house.ines.client, 'https://long.example/feed', long);
  const items = await house.ines.client.feeds.items(id, { limit: POSTS });
  const wanted = long.map(({ content = '' }) => hash(content)).sort();
  return { house: { ...house, longFeed: id }, ids: items.items.map((item) => item.id), wanted, cursor };
}

/** Not the texts themselves, which nobody wants to see where a test fails. */
function textsOf(answer: Answer): string[] {
  const items = (Array.isArray(answer) ? answer : (answer.items ?? [])) as Told[];
  return items.map(({ content, html, summary }) =>
    hash(html ?? content ?? (typeof summary === 'object' ? summary.content : summary) ?? ''),
  );
}

function hash(text: string): string {
  return `${text.length} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
