// Tests how tests find out whether the reader was built, and build it for the first time.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildFirst, changedSinceBuilt } from './built-reader.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = 'reader/dist/build.json';

test('the first build leaves alone what another process has built meanwhile', (t) => {
  const folder = someFolder(t, { [built]: 'by another' });
  for (const name of ['build.mjs', 'client-parts.mjs', 'src'])
    cpSync(join(root, 'reader', name), join(folder, 'reader', name), { recursive: true });
  for (const name of ['client', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  buildFirst(folder);
  assert.equal(readFileSync(join(folder, built), 'utf8'), 'by another');
  rmSync(join(folder, 'reader/dist'), { recursive: true });
  buildFirst(folder);
  assert.match(readFileSync(join(folder, built), 'utf8'), /"atStart"/, 'built');
});

test('a source that was changed since the reader was built is named, a test is not', (t) => {
  const folder = someFolder(t, { [built]: '', 'client/src/client.ts': '', 'client/src/client.test.ts': '' });
  const [before, after] = [new Date('2026-01-01'), new Date('2026-01-02')];
  utimesSync(join(folder, built), before, before);
  utimesSync(join(folder, 'client/src/client.test.ts'), after, after);
  utimesSync(join(folder, 'client/src/client.ts'), before, before);
  assert.equal(changedSinceBuilt(folder), undefined);
  utimesSync(join(folder, 'client/src/client.ts'), after, after);
  assert.equal(changedSinceBuilt(folder), 'client/src/client.ts');
});

test('a source whose time is still to come, as from a machine whose clock is ahead, does not count as changed', (t) => {
  const folder = someFolder(t, { [built]: '', 'reader/src/main.tsx': '' });
  const ahead = new Date(Date.now() + 86_400_000);
  utimesSync(join(folder, 'reader/src/main.tsx'), ahead, ahead);
  assert.equal(changedSinceBuilt(folder), undefined);
});

function someFolder(t: TestContext, files: Record<string, string>): string {
  const folder = temporaryFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
