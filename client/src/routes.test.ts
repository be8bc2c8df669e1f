import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertNone } from '../../server/test/assert-none.ts';
import { routes } from './routes.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Called by servers that want to know what a token is, and by no app. */
const forServers = ['introspectToken'];

test('there is a method that calls each endpoint', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const code = files.map((file) => readFileSync(root + file, 'utf8')).join('\n');
  // Not the names in a type, which stand beside others.
  const isCalled = (name: string) => new RegExp(`(?<!\\| )'${name}'(?! \\|)`).test(code);
  const uncalled = Object.keys(routes).filter((name) => !isCalled(name));
  assertNone(
    uncalled.filter((name) => !forServers.includes(name)),
    'Write a method in client/src/ that calls these, or say in `forServers` why there is none.',
  );
  assert.deepEqual(uncalled, forServers);
});
