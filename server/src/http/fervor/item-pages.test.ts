import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anySign } from '../../../test/any-sign.ts';
import { propertyRuns } from '../../../test/property-runs.ts';
import { listItemsWithJson } from '../../library/items.ts';
import { someLibrary } from '../../library/testing/some-library.ts';
import { findItems } from '../../store/items/items.ts';
import { sql } from '../../store/sql.ts';
import { writeItems } from './item-pages.ts';
import { presentItem } from './present.ts';

const base = 'https://courant.example';
/** Any text that can be stored: without NUL and unpaired surrogates. */
const text = fc.option(fc.string({ unit: anySign, maxLength: 40 }).map((each) => each.replaceAll('\0', '')));
const texts = fc.record({ content: text, summary: text });

test('a page says of each item what it says by itself, whatever signs are in its texts', async (t) => {
  const { library, ines } = await someLibrary(t);
  const ids = ines.feeds.flatMap(({ itemIds }) => itemIds).sort((a, b) => b - a);
  await fc.assert(
    fc.asyncProperty(fc.tuple(texts, texts, texts), async (each) => {
      await library.store.write(async (tx) => {
        await tx.run(sql`DELETE FROM post_contents`);
        for (const [place, { content, summary }] of each.entries())
          await tx.run(sql`
            INSERT INTO post_contents (post_id, content, summary, sanitiser)
            SELECT post_id, CAST(${content} AS TEXT), CAST(${summary} AS TEXT), 1 FROM items WHERE id = ${ids[place] ?? 0}`);
      });
      const page = await listItemsWithJson(library, ines.userId, { of: 'user' }, { limit: 20 });
      assert.ok(page);
      const own = await library.store.read((tx) => findItems(tx, ines.userId, ids));
      const written = writeItems(page.items, page.texts, base).toString();
      const wanted = own.map((item) => presentItem(item, base, undefined));
      assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(wanted)));
    }),
    propertyRuns(31, 60),
  );
});

test('a page without items is an empty list', () => {
  assert.equal(writeItems([], new Map(), base).toString(), '[]');
});
