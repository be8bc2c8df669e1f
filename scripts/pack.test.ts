// The client as another program uses it: installed from its packages, and outside of this clone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../server/test/temporary-folder.ts';
import { pack } from './pack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const program = `
  import { type App, CourantError, createClient, type Item, type Tokens } from '@courant/client';
  import { item } from '@courant/protocol';
  const load = (): Tokens | undefined => undefined;
  const app = undefined as App | undefined;
  export const client = createClient({
    app,
    baseUrl: 'https://news.example',
    fetch: async () => Response.json([]),
    validate: true,
    tokens: load(),
    sharing: { load, inTurn: (renew) => renew() },
  });
  const [only, signal] = [undefined as 'read' | undefined, undefined as AbortSignal | undefined];
  const titles = (items: readonly Item[]): string[] => items.map(({ title }) => title);
  const failed: unknown = await client.items.list({ only }, { signal }).then(({ items }) => titles(items), (error: unknown) => error);
  console.log(failed instanceof CourantError, failed instanceof Error && failed.message, item.safeParse({ id: 1 }).success);
`;

test('what is packed runs where it is installed, its types hold in a strict program, older programs find it, and nothing else goes along', (t) => {
  const app = appWithPackages(t);
  writeFileSync(join(app, 'app.ts'), program);
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, include: ['app.ts'] }));
  const checked = ran(join(root, 'node_modules/typescript/bin/tsc'), '-p', app);
  assert.deepEqual(checked, { out: '', err: '' });
  // Loads and calls it: the answer of this fetch lacks a header that every answer must have.
  const out = 'false Cannot accept 200 of GET /api/v1/items: it has no X-Request-Id false\n';
  assert.deepEqual(ran(join(app, 'app.js')), { out, err: '' });
  const files = readdirSync(join(app, 'node_modules/@courant'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    files.filter((file) => /\.test\.|fake-service|\btsconfig\b|(?<!\.d)\.ts$/.test(file)),
    [],
  );
  for (const name of ['protocol', 'client'])
    assertFoundWithoutExports(join(app, 'node_modules/@courant', name));
});

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  // A program that is itself a library must be able to name every type of a client that it exports.
  declaration: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  module: 'nodenext',
};

/** A folder outside the clone with the packages installed. The only other package in it is zod. */
function appWithPackages(t: TestContext): string {
  const folder = temporaryFolder(t);
  pack(join(folder, 'packed'));
  const app = join(folder, 'app');
  const installed = join(app, 'node_modules');
  mkdirSync(installed, { recursive: true });
  for (const name of ['protocol', 'client'])
    cpSync(join(folder, 'packed', name), join(installed, '@courant', name), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), join(installed, 'zod'));
  writeFileSync(join(app, 'package.json'), '{"type":"module"}');
  return app;
}

/** As older programs find a package, which know nothing of exports: Node, too, where a package is named by its path. */
function assertFoundWithoutExports(folder: string): void {
  const main = pathToFileURL(createRequire(folder).resolve(folder)).href;
  const script = `import('${main}').then((all) => console.log(Object.keys(all).length > 0))`;
  assert.deepEqual(ran('-e', script), { out: 'true\n', err: '' });
  const { types } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { types?: string };
  assert.match(readFileSync(join(folder, types ?? ''), 'utf8'), /export /);
}

function ran(...words: string[]): { out: string; err: string } {
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { out: stdout, err: stderr };
}
