import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';

const file = new URL('./compile-cache.ts', import.meta.url).href;

test('what is compiled is kept in the folder, by threads as well', (t) => {
  const folder = temporaryFolder(t);
  const script = `
    import { keepCompiled } from ${JSON.stringify(file)};
    import { getCompileCacheDir } from 'node:module';
    import { Worker } from 'node:worker_threads';
    keepCompiled(${JSON.stringify(folder)});
    console.log(getCompileCacheDir());
    new Worker('import { getCompileCacheDir } from "node:module"; console.log(getCompileCacheDir())', { eval: true });`;
  const lines = run(script).split('\n');
  assert.equal(lines.length, 2);
  for (const line of lines) assert.ok(line.startsWith(folder), line);
  assert.ok(existsSync(folder));
});

test('what the operator has chosen stands', (t) => {
  const [ours, theirs] = [temporaryFolder(t), temporaryFolder(t)];
  const script = `
    import { keepCompiled } from ${JSON.stringify(file)};
    import { getCompileCacheDir } from 'node:module';
    keepCompiled(${JSON.stringify(ours)});
    console.log(getCompileCacheDir() ?? 'none');`;
  assert.ok(run(script, { NODE_COMPILE_CACHE: theirs }).startsWith(theirs));
  assert.equal(run(script, { NODE_DISABLE_COMPILE_CACHE: '1' }), 'none');
});

function run(script: string, environment: Record<string, string> = {}): string {
  const { PATH = '' } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH, ...environment },
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trim();
}
