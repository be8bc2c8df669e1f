import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { withTemporaryFolder, withWorkFolder } from './places.ts';

test('a temporary folder is there for as long as it is worked in, and nobody else may look into it', async (t) => {
  const parent = temporaryFiles(t);
  const gone = await withTemporaryFolder(async (folder) => {
    assert.equal(statSync(folder).mode & 0o077, 0);
    writeFileSync(join(folder, 'restored.db'), 'x');
    assert.deepEqual(readdirSync(parent), [folder.slice(parent.length + 1)]);
    return folder;
  });
  assert.ok(!existsSync(gone));
  await assert.rejects(
    withTemporaryFolder(() => Promise.reject(new Error('broken off'))),
    /broken off/,
  );
  assert.deepEqual(readdirSync(parent), []);
});

test('what others have left is thrown away, but not where they are at work, nor through a link', async (t) => {
  const parent = temporaryFiles(t);
  const left = join(parent, 'courant-restore-left');
  mkdirSync(left);
  for (const name of ['lock', 'restored.db']) writeFileSync(join(left, name), '');
  const elsewhere = join(parent, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'mine'), '');
  symlinkSync(elsewhere, join(parent, 'courant-restore-link'));
  await withTemporaryFolder(async (one) => {
    writeFileSync(join(one, 'restored.db'), '');
    await withTemporaryFolder(async (other) => {
      assert.deepEqual(
        [one, other].map((folder) => existsSync(folder)),
        [true, true],
      );
      assert.notEqual(one, other);
    });
    assert.ok(existsSync(join(one, 'restored.db')));
  });
  assert.deepEqual(readdirSync(parent).sort(), ['courant-restore-link', 'elsewhere']);
  assert.deepEqual(readdirSync(elsewhere), ['mine']);
});

test('a full disk has room for the lock of a folder, so that the folder is removed again there', async (t) => {
  const parent = temporaryFiles(t);
  const sizes = async (folder: string) =>
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
  for (const found of [await withTemporaryFolder(sizes), await withWorkFolder(parent, 'back up', sizes)]) {
    assert.deepEqual(found, [['lock', 0]]);
  }
});

test('what a killed process has left in the work folder is gone before another works there', async (t) => {
  const parent = temporaryFiles(t);
  const folder = join(parent, '.courant-backup');
  mkdirSync(folder);
  for (const name of ['lock', 'scratch.db-wal']) writeFileSync(join(folder, name), '');
  assert.deepEqual(await withWorkFolder(parent, 'back up', async (work) => readdirSync(work)), ['lock']);
});

test('what a link in the place of the work folder leads to is not taken for leftovers', async (t) => {
  const parent = temporaryFiles(t);
  const elsewhere = join(parent, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'mine'), '');
  symlinkSync(elsewhere, join(parent, '.courant-backup'));
  await assert.rejects(
    withWorkFolder(parent, 'back up', async () => {}),
    /^Error: Cannot back up: .*\.courant-backup is no folder of ours; remove it$/,
  );
  assert.deepEqual(readdirSync(elsewhere), ['mine']);
});

test('a work folder of another user is only used where that user owns what it is in', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const parent = temporaryFiles(t);
  const folder = join(parent, '.courant-backup');
  const NOBODY = 65_534;
  mkdirSync(folder);
  chownSync(folder, NOBODY, NOBODY);
  const used = () => withWorkFolder(parent, 'back up', async () => 'used');
  await assert.rejects(used, /is no folder of ours; remove it$/);
  chownSync(parent, NOBODY, NOBODY);
  assert.equal(await used(), 'used');
});

/** A folder for temporary files that this test has to itself. */
function temporaryFiles(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'courant-test-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
