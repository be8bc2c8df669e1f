// Which tests have a second try.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../server/test/temporary-folder.ts';
import { type Ended, runGroups } from './run-groups.ts';

const browser = { 'server/test/browser/open-browser.ts': '' };
const withBrowser = `import '${join('..', 'server/test/browser/open-browser.ts')}';`;
/** Fails as often as a file beside it lasts, one letter for each time. */
const failing = (times: number): string =>
  `import assert from 'node:assert/strict';
  import { appendFileSync, readFileSync } from 'node:fs';
  import { test } from 'node:test';
  test('passes', () => {});
  test('fails at first', () => {
    const runs = import.meta.filename + '.runs';
    appendFileSync(runs, 'x');
    assert.ok(readFileSync(runs, 'utf8').length > ${times});
  });`;

test('a test in a browser that fails once is passed by its second try, and is named', async (t) => {
  const { ended, runs } = await run(t, {
    ...browser,
    'a/shaken.test.ts': `${withBrowser}\n${failing(1)}`,
    'a/good.test.ts': `${withBrowser}\n${failing(0)}`,
  });
  assert.deepEqual([ended.passed, ended.failed], [4, 0]);
  assert.deepEqual(ended.second, ['a/shaken.test.ts']);
  assert.deepEqual([runs('a/shaken.test.ts'), runs('a/good.test.ts')], [2, 1]);
});

test('a test in a browser that fails twice has failed', async (t) => {
  const { ended } = await run(t, { ...browser, 'a/bad.test.ts': `${withBrowser}\n${failing(2)}` });
  assert.deepEqual([ended.passed, ended.failed], [1, 1]);
  assert.deepEqual(ended.second, []);
});

test('a test with a clock of its own has no second try, nor has one in a browser beside it', async (t) => {
  const { ended, runs } = await run(t, {
    ...browser,
    'a/plain.test.ts': failing(1),
    'a/shaken.test.ts': `${withBrowser}\n${failing(1)}`,
  });
  assert.deepEqual([ended.passed, ended.failed], [2, 2]);
  assert.deepEqual([runs('a/plain.test.ts'), runs('a/shaken.test.ts')], [1, 1]);
});

test('where much fails, nothing has a second try', async (t) => {
  const { ended, runs } = await run(t, {
    ...browser,
    ...Object.fromEntries([1, 2, 3, 4].map((each) => [`a/${each}.test.ts`, `${withBrowser}\n${failing(1)}`])),
  });
  assert.deepEqual([ended.passed, ended.failed], [4, 4]);
  assert.equal(runs('a/1.test.ts'), 1);
});

test('a process that ends by itself has failed, and has no second try', async (t) => {
  const { ended } = await run(t, { ...browser, 'a/ends.test.ts': `${withBrowser}\nprocess.exit(0);` });
  assert.deepEqual([ended.passed, ended.failed], [0, 1]);
  assert.match(ended.report, /ended with 0/);
});

test('a process that goes wrong after its tests have passed has failed', async (t) => {
  const late = "process.on('exit', () => void (process.exitCode = 3));";
  const { ended } = await run(t, { 'a/late.test.ts': `${failing(0)}\n${late}` });
  assert.deepEqual([ended.passed, ended.failed], [2, 1]);
  assert.match(ended.report, /ended with 3/);
});

test('a file that throws outside of its tests is not passed by the second try of another', async (t) => {
  const { ended } = await run(t, {
    ...browser,
    'a/shaken.test.ts': `${withBrowser}\n${failing(1)}`,
    'a/throws.test.ts': `${withBrowser}\n${failing(0)}\nthrow new Error('outside');`,
  });
  assert.deepEqual([ended.passed, ended.failed], [3, 1]);
});

/** Runs these files as one group. */
async function run(
  t: TestContext,
  files: Readonly<Record<string, string>>,
): Promise<{ ended: Ended; runs: (file: string) => number }> {
  const root = temporaryFolder(t);
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const tests = Object.keys(files).filter((path) => path.endsWith('.test.ts'));
  const group = { root, database: 'SQLite', files: tests, environment: {} };
  const told: string[] = [];
  // One place stays empty, which must not be waited for, nor end the others.
  const [ended] = await runGroups([group], 2, (report) => told.push(report));
  assert.ok(ended);
  assert.equal(told[0], ended.report);
  const runs = (file: string): number => {
    const noted = join(root, `${file}.runs`);
    return existsSync(noted) ? readFileSync(noted, 'utf8').length : 0;
  };
  return { ended, runs };
}
