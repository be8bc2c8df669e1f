import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ContractError, CourantError } from './errors.ts';
import { clientOf, item, json, signedIn } from './fake-service.ts';

const guarded = { 'cache-control': 'private, no-store' };

test('with validate, an answer as the contract has it passes', async () => {
  const { client } = clientOf(() => json(item, 200, guarded), { validate: true });
  assert.deepEqual(await client.items.get(1), item);
});

for (const [what, response] of [
  ['a missing field', () => json({ ...item, read: undefined }, 200, guarded)],
  ['a null', () => json({ ...item, author: null }, 200, guarded)],
  ['another status', () => json(item, 201, guarded)],
  ['an error of another status', () => json({ error: 'a' }, 418, guarded)],
  ['an error without sentence', () => json({}, 404, guarded)],
  ['no request id', () => json(item, 200, { ...guarded, 'x-request-id': '' })],
  ['no WWW-Authenticate', () => json({ error: 'a' }, 401, guarded)],
  ['no Retry-After', () => json({ error: 'a' }, 503, guarded)],
  ['another content type', () => json(item, 200, { ...guarded, 'content-type': 'text/html' })],
  ['a cacheable answer', () => json(item)],
] as const) {
  test(`with validate, ${what} is a breach of the contract; without, it is not`, async () => {
    await assert.rejects(clientOf(response, { validate: true }).client.items.get(1), ContractError);
    await clientOf(response)
      .client.items.get(1)
      .catch((error) => assert.ok(error instanceof CourantError));
  });
}

for (const body of ['', '{}']) {
  test(`with validate, signing out does not mind what the body is: "${body}"`, async () => {
    const answer = () => new Response(body, { headers: { 'x-request-id': 'r1' } });
    const { client, saved } = signedIn(answer, { validate: true });
    await client.revoke();
    assert.deepEqual(saved, [undefined]);
  });
}

test('a client that does not validate loads no schemas', async () => {
  for (const name of await readdir(import.meta.dirname, { recursive: true })) {
    if (name === 'validation.ts' || !name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const source = await readFile(`${import.meta.dirname}/${name}`, 'utf8');
    assert.doesNotMatch(source, /^import \{[^}]*\} from '@courant\/protocol';/m, name);
  }
});
