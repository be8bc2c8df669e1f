import assert from 'node:assert/strict';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../server/test/temporary-folder.ts';
import { storeTests } from './store-tests.ts';
import { testGroups } from './test-groups.ts';

test('files share processes of at most three dozen, whatever folders they are in', (t) => {
  const files = [...Array.from({ length: 73 }, (_, index) => `a/${index}.test.ts`), 'b/1.test.ts'];
  const root = folderOf(t, Object.fromEntries(files.map((file) => [file, ''])));
  const groups = testGroups(root, files);
  assert.deepEqual(
    groups.map((group) => group.length),
    [24, 25, 25],
  );
  assert.deepEqual(groups.flat(), files);
});

test('what starts programs, and whose hooks would be hooks of all, is alone and comes before all but browsers, whole houses and what waits', (t) => {
  const withBrowser = Array.from({ length: 13 }, (_, place) => `server/test/browser/${10 + place}.test.ts`);
  const root = folderOf(t, {
    'a/plain.test.ts': "test('inside', (t) => {\n  after(() => {});\n});",
    'a/hook.test.ts': 'before(async () => {});',
    'a/command.test.ts': "import { spawn } from 'node:child_process';",
    'a/far.test.ts': "import { x } from './step.ts';",
    'a/step.ts': "import { y } from '../server/test/process.ts';",
    'server/test/process.ts': '',
    'a/other.test.ts': '',
    'server/test/contract/house.test.ts': '',
    'server/src/net/web.test.ts': '',
    ...Object.fromEntries(withBrowser.map((file) => [file, "import './open-browser.ts';"])),
    'server/test/browser/open-browser.ts': '',
  });
  const files = globSync('**/*.test.ts', { cwd: root }).sort();
  assert.deepEqual(testGroups(root, files), [
    withBrowser.slice(0, 6),
    withBrowser.slice(6),
    ['server/test/contract/house.test.ts'],
    ['server/src/net/web.test.ts'],
    ['a/command.test.ts'],
    ['a/far.test.ts'],
    ['a/hook.test.ts'],
    ['a/other.test.ts', 'a/plain.test.ts'],
  ]);
});

test('what opens a store is found through imports that go in a circle', (t) => {
  const root = folderOf(t, {
    'a.test.ts': "import './one.ts';",
    'b.test.ts': "import { two } from './two.ts';",
    'c.test.ts': "import type { two } from 'two';",
    'one.ts': "import { two } from './two.ts';\nexport * from './server/test/temporary-store.ts';",
    'two.ts': "import { one } from './one.ts';",
    'server/test/temporary-store.ts': '',
  });
  assert.deepEqual(storeTests(root, globSync('**/*.test.ts', { cwd: root }).sort()), [
    'a.test.ts',
    'b.test.ts',
  ]);
});

test('of the files that use a browser, the one named is run on each database, and it exists', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('server/test/browser/*.test.ts', { cwd: root });
  assert.ok(files.length > 10);
  assert.deepEqual(storeTests(root, files.sort()), ['server/test/browser/journey.test.ts']);
});

test('every file of this repository is in one group', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('{server,protocol}/{src,test}/**/*.test.ts', { cwd: root });
  const grouped = testGroups(root, files).flat();
  assert.ok(files.length > 100);
  assert.deepEqual(grouped.sort(), files.sort());
});

function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder(t);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
