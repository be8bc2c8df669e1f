import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { zip } from '../../../test/zip.ts';
import { filesOf } from './archives.ts';

const archive = zip({ 'a.opml': '<opml/>'.repeat(50), empty: '', 'ä.json': '[]' });

test('the files of an archive have their names and contents', () => {
  assert.deepEqual(
    filesOf(archive).map(({ name, read }) => [name, new TextDecoder().decode(read())]),
    [
      ['a.opml', '<opml/>'.repeat(50)],
      ['empty', ''],
      ['ä.json', '[]'],
    ],
  );
});

test('no damage to an archive can make the reading throw, unless its files become too long', () => {
  const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(damage, fc.nat(archive.length), (signs, length) => {
      const bytes = Uint8Array.from(archive).subarray(0, length < 20 ? length : archive.length);
      for (const [at, sign] of signs) bytes[at] = sign;
      for (const { read } of filesOf(bytes)) read();
    }),
    { numRuns: 5_000 },
  );
});
