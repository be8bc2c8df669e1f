import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changesAfter } from '../../store/changes.ts';
import { setMark } from '../../store/items/marks.ts';
import { keepPositions, ownPositions } from '../../store/items/playback.ts';
import { lookIntoIndex } from '../../store/search/search-index.ts';
import { detailsOfPosts } from '../../store/sources/posts.ts';
import { type Bench, bench } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a link, a file and a picture that have moved are followed, and it is no edit', async (t) => {
  const { b, userId, sourceId, episode } = await podcast(t, [
    [
      {
        link: 'https://old.example/1',
        file: 'https://old.example/1.mp3',
        picture: 'https://old.example/1.png',
      },
    ],
    [
      {
        link: 'https://new.example/1',
        file: 'https://new.example/1.mp3',
        picture: 'https://new.example/1.png',
      },
    ],
  ]);
  const [item] = await b.items(userId);
  assert.ok(item);
  await b.store.write((tx) => setMark(tx, userId, [item.id], 'read'));
  const { memory } = await b.source(sourceId);
  const before = await changes(b, userId);
  await b.later(DAY);
  assert.deepEqual(await episode(), {
    url: 'https://new.example/1',
    files: ['https://new.example/1.mp3'],
    content: 'Words 1 <img src="https://new.example/1.png" loading="lazy" />',
    editedAt: null,
  });
  assert.deepEqual(
    (await changes(b, userId)).slice(before.length).map(({ kind, ids }) => [kind, ids]),
    [['items.edited', [item.id]]],
  );
  assert.equal((await b.items(userId))[0]?.read, true);
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'document', newPosts: 0, editedPosts: 0 });
  const rhythms = [memory, (await b.source(sourceId)).memory].map(({ rhythm }) => rhythm?.profile);
  assert.deepEqual(rhythms[1], rhythms[0]);
});

test('a file that has moved is followed where the words are left unread, and the post is found by them as before', async (t) => {
  const { b, userId, episode } = await podcast(t, [
    [{ file: 'https://old.example/1.mp3' }],
    [{ file: 'https://new.example/1.mp3' }],
  ]);
  await b.later(DAY);
  const { files, content } = await episode();
  assert.deepEqual([files, content], [['https://new.example/1.mp3'], 'Words 1']);
  const found = await b.store.read((tx) =>
    lookIntoIndex(
      tx,
      tx.dialect.search.findBetween(
        {
          clauses: [
            { any: [{ kind: 'words', field: undefined, words: ['words'], open: false }], not: false },
          ],
          reach: 'anywhere',
        },
        0,
        1_000,
      ),
    ),
  );
  assert.equal(found.length, (await b.items(userId)).length);
});

test('a file that comes later is there from then on; what a document leaves out stays', async (t) => {
  const { b, episode } = await podcast(t, [
    [{ link: 'https://old.example/1' }],
    [{ link: 'https://old.example/1', file: 'https://old.example/1.mp3' }],
    [{}],
  ]);
  await b.later(DAY);
  assert.deepEqual((await episode()).files, ['https://old.example/1.mp3']);
  await b.later(DAY);
  const { files, url } = await episode();
  assert.deepEqual([files, url], [['https://old.example/1.mp3'], 'https://old.example/1']);
});

test('a picture alone that has moved is followed', async (t) => {
  const { b, episode } = await podcast(t, [
    [{ link: 'https://old.example/1', picture: 'https://old.example/1.png' }],
    [{ link: 'https://old.example/1', picture: 'https://new.example/1.png' }],
  ]);
  await b.later(DAY);
  assert.match(`${(await episode()).content}`, /https:\/\/new\.example\/1\.png/);
});

test('a post keeps its link where the document gives it another picture and no link', async (t) => {
  const { b, episode } = await podcast(t, [
    [{ link: 'https://old.example/1', picture: 'https://old.example/1.png' }],
    [{ picture: 'https://new.example/1.png' }],
  ]);
  await b.later(DAY);
  const { content, url } = await episode();
  assert.match(`${content}`, /https:\/\/new\.example\/1\.png/);
  assert.equal(url, 'https://old.example/1');
});

test('how far somebody has come in a file goes along with it', async (t) => {
  const { b, userId } = await podcast(t, [
    [{ file: 'https://old.example/1.mp3' }],
    [{ file: 'https://new.example/1.mp3' }],
    [{ file: 'https://newer.example/1.mp3', text: ' and more' }],
  ]);
  const [item] = await b.items(userId);
  assert.ok(item);
  const heard = { seconds: 61, at: b.clock.now() };
  const positions = () => b.store.read((tx) => ownPositions(tx, userId, [item.id]));
  await b.store.write((tx) =>
    keepPositions(tx, { userId, id: item.id }, [{ url: 'https://old.example/1.mp3', ...heard }]),
  );
  for (const url of ['https://new.example/1.mp3', 'https://newer.example/1.mp3']) {
    await b.later(DAY);
    const [own] = await positions();
    assert.deepEqual(own?.positions, [{ url, ...heard }]);
  }
});

test('addresses that change on every visit are written once a day', async (t) => {
  const { b, userId, episode } = await podcast(
    t,
    Array.from({ length: 200 }, (_, visit) => [
      { file: `https://cdn.example/1.mp3?token=${visit}`, picture: `https://ads.example/${visit}.png` },
      { file: `https://cdn.example/2.mp3?token=${visit}` },
    ]),
  );
  for (let hour = 0; hour < 5 * 24; hour++) await b.later(HOUR);
  assert.ok(b.web.requests.length >= 15, `${b.web.requests.length} visits`);
  const told = (await changes(b, userId)).filter(({ kind }) => kind === 'items.edited');
  assert.ok(told.length >= 4 && told.length <= 5, `${told.length} times`);
  assert.ok(Number((await episode()).files[0]?.split('=')[1]) > 5);
});

test('session ids in links and in the addresses of pictures are no other addresses', async (t) => {
  const { b, userId } = await podcast(
    t,
    Array.from({ length: 10 }, (_, visit) => [
      {
        link: `https://old.example/1?session=${visit}#x${visit}`,
        picture: `https://old.example/1.png?${visit}`,
      },
    ]),
  );
  const before = await changes(b, userId);
  for (let visit = 1; visit < 10; visit++) await b.later(DAY);
  assert.deepEqual(await changes(b, userId), before);
});

test('addresses that had to wait for a day arrive after it, though the site says nothing more', async (t) => {
  const { b, episode } = await podcast(
    t,
    ['one', 'two', 'three'].map((host) => [{ file: `https://${host}.example/1.mp3` }]),
    'then 304',
  );
  for (const hours of [8, 8]) await b.later(hours * HOUR);
  assert.deepEqual((await episode()).files, ['https://two.example/1.mp3']);
  for (const hours of [12, 12]) await b.later(hours * HOUR);
  assert.deepEqual((await episode()).files, ['https://three.example/1.mp3']);
});

interface Shown {
  url: string;
  files: string[];
  content: string | null;
  editedAt: number | null;
}

interface Episode {
  link?: string;
  file?: string;
  picture?: string;
  text?: string;
}

/** A followed feed that shows another list of episodes on each visit. */
async function podcast(t: TestContext, documents: readonly (readonly Episode[])[], end?: 'then 304') {
  const b = await bench(t);
  const answers = documents.map((episodes, index) => ({
    body: document(episodes),
    headers: { etag: `${index}` },
  }));
  b.web.serve(FEED, ...answers, ...(end ? [{ status: 304 }] : []));
  const { sourceId, userId } = await b.subscribe(FEED);
  return {
    b,
    sourceId,
    userId,
    /** The first episode. */
    episode: (): Promise<Shown> =>
      b.store.read(async (tx) => {
        const row = await tx.get<{
          id: number;
          url: string;
          edited_at: number | null;
          content: string | null;
        }>({
          text: `SELECT p.id, p.url, p.edited_at, coalesce(c.content, c.summary) AS content
            FROM posts p JOIN post_contents c ON c.post_id = p.id WHERE p.identity = 'g:episode-1'`,
          values: [],
        });
        assert.ok(row);
        const { enclosures = [] } = (await detailsOfPosts(tx, [row.id])).get(row.id) ?? {};
        const { url, content, edited_at: editedAt } = row;
        return { url, files: enclosures.map((each) => each.url), content, editedAt };
      }),
  };
}

function document(episodes: readonly Episode[]): string {
  const items = episodes.map(({ link, file, picture, text = '' }, index) => {
    const n = index + 1;
    return `<item><guid isPermaLink="false">episode-${n}</guid><title>Episode ${n}</title>
      ${link ? `<link>${link}</link>` : ''}<pubDate>Mon, 0${n} Dec 2025 00:00:00 GMT</pubDate>
      <description>Words ${n}${text}${picture ? ` &lt;img src="${picture}"&gt;` : ''}</description>
      ${file ? `<enclosure url="${file}" type="audio/mpeg" length="${file.length}"/>` : ''}</item>`;
  });
  return `<rss version="2.0"><channel><title>Podcast</title><link>https://example.com/</link>${items.join('')}</channel></rss>`;
}

function changes(b: Bench, userId: number) {
  return b.store.read((tx) => changesAfter(tx, userId, 0, 1_000));
}
