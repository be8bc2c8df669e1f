import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { makeFile, makeFolder } from './private-files.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('what is made is for its owner alone, and what is there stays as it is', (t) => {
  const folder = temporaryFolder(t);
  makeFolder(join(folder, 'one/two'));
  makeFile(join(folder, 'one/two/new'));
  assert.deepEqual(
    ['one', 'one/two', 'one/two/new'].map((name) => modeOf(join(folder, name))),
    [0o700, 0o700, 0o600],
  );
  const own = join(folder, 'own');
  mkdirSync(own);
  chmodSync(own, 0o755);
  writeFileSync(join(own, 'old'), 'words');
  chmodSync(join(own, 'old'), 0o644);
  makeFolder(own);
  makeFile(join(own, 'old'));
  assert.deepEqual([modeOf(own), modeOf(join(own, 'old'))], [0o755, 0o644]);
  assert.equal(readFileSync(join(own, 'old'), 'utf8'), 'words');
});

test('what cannot be made is said once', { skip: !existsSync('/proc') }, (t) => {
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  assert.throws(() => makeFolder(join(file, 'below')), /ENOTDIR/);
  assert.throws(() => makeFolder('/proc/none/such'), /ENOENT.*'\/proc\/none'/);
  assert.throws(() => makeFile(join(file, 'below')), /ENOTDIR/);
});
