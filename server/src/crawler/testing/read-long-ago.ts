// A feed that an older version of Courant has read.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { setMark } from '../../store/items/marks.ts';
import { findSource, updateSource } from '../../store/sources/sources.ts';
import type { Sql } from '../../store/sql.ts';
import { readers } from '../reading/reread.ts';
import { type Bench, bench, rss } from './bench.ts';
import { texts } from './changed-texts.ts';

const FEED = 'https://example.com/feed';
/** So many blanks make a document that compresses to less than half. */
const PADDED = 200;

interface ReadLongAgo {
  b: Bench;
  userId: number;
  sourceId: number;
  /** The texts of the three posts, in order of publication. */
  texts(): Promise<string[]>;
  setText(title: string, html: string, words: 'same words' | 'other words'): Promise<void>;
}

/** A feed that an older version has read: it made something else of the first post. The user has read the first two. */
export async function readLongAgo(
  t: TestContext,
  headers: Record<string, string> = {},
  pack?: (body: string) => NonNullable<FakeAnswer['packed']>,
): Promise<ReadLongAgo> {
  const b = await bench(t);
  const body = rss([3, 2, 1].map((n) => ({ n, text: `&lt;p&gt;Text ${n}&lt;/p&gt;`.padEnd(PADDED) })));
  const answer = { body, headers: { etag: 'E', ...headers }, ...(pack && { packed: pack(body) }) };
  b.web.serve(FEED, answer, { status: 304 });
  const { sourceId, userId } = await b.subscribe(FEED);
  const setText: ReadLongAgo['setText'] = (title, html, words) =>
    b.store.write(async (tx) => {
      const run = (text: string, ...values: Sql['values']) => tx.run({ text, values });
      await run(
        `UPDATE post_contents SET content = NULL, summary = ? WHERE post_id = (SELECT id FROM posts WHERE title = ?)`,
        html,
        title,
      );
      if (words === 'same words') return;
      // They were noted as the older readers had read them.
      await run(
        `UPDATE source_bodies SET readings = replace(readings, (SELECT text_hash FROM posts WHERE title = ?), 'other')`,
        title,
      );
      await run(`UPDATE posts SET text_hash = 'other' WHERE title = ?`, title);
    });
  await setText('Post 1', '<p>old</p>', 'other words');
  await b.store.write(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    assert.equal(source.memory.readBy, readers);
    await updateSource(tx, sourceId, { ...source, memory: { ...source.memory, readBy: '0.9' } });
  });
  const items = await b.items(userId);
  await b.store.write((tx) =>
    setMark(
      tx,
      userId,
      items.slice(1).map(({ id }) => id),
      'read',
    ),
  );
  return {
    b,
    userId,
    sourceId,
    setText,
    texts: () => texts(b),
  };
}
