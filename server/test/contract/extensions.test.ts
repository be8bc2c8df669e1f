// The extensions: announced, documented and described.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Endpoint, endpoints, feed, group, item } from '@courant/protocol';
import { extensionRoutes } from '../../src/http/fervor/extensions/extensions.ts';
import { assertNone } from '../assert-none.ts';
import { publicUrl, testHouse } from '../house.ts';

test('every extension that is spoken is announced, and its documentation names each of its endpoints', async (t) => {
  const house = await testHouse(t);
  const { extensions } = (await (await house.ask('/api/v1/instance')).json()) as {
    extensions: Record<string, string>;
  };
  const all = Object.values(endpoints).map(({ method, path }) => ({ method, path: path as string }));
  const spoken = all.filter(({ path }) => path.startsWith('/api/app.courant.'));
  const named = new Set(spoken.map(({ path }) => path.split('/')[2] ?? ''));
  assertNone(
    [...named].filter((identifier) => !(identifier in extensions)),
    'Add its routes to `tables` in server/src/http/fervor/extensions/extensions.ts.',
  );
  assert.deepEqual(Object.keys(extensions).sort(), [...named].sort());
  for (const [identifier, url] of Object.entries(extensions)) {
    assert.ok(url.startsWith(`${publicUrl}/`));
    const page = await house.ask(new URL(url).pathname);
    assert.equal(page.status, 200, `${url}: write docs/extensions/${identifier}.md`);
    const text = await page.text();
    for (const { method, path } of spoken.filter((each) => each.path.startsWith(`/api/${identifier}/`))) {
      const isNamed = [path, path.split('/v1/')[1]].some((name) =>
        text.includes(`<code>${method} ${name}</code>`),
      );
      assert.ok(isNamed, `docs/extensions/${identifier}.md must have \`${method} ${path.split('/v1/')[1]}\``);
    }
  }
});

test('every field that an extension adds to groups, feeds and items is in its documentation', async (t) => {
  const house = await testHouse(t);
  for (const [name, entity] of Object.entries({ group, feed, item })) {
    for (const [identifier, added] of Object.entries(entity.shape)) {
      if (!identifier.startsWith('app.courant.') || !('unwrap' in added)) continue;
      const facts = added.unwrap();
      const text = await (await house.ask(`/about/extensions/${identifier}`)).text();
      const fields = 'shape' in facts ? Object.keys(facts.shape) : [];
      assertNone(
        fields.filter((field) => !new RegExp(`>${field}\\b`).test(text)),
        `docs/extensions/${identifier}.md must say what these fields of a ${name} are.`,
      );
    }
  }
});

test('on pages with fields in bold, those are the fields that are always there', () => {
  for (const [identifier, { always, maybe }] of fieldsByExtension()) {
    const page = readFileSync(new URL(`../../../docs/extensions/${identifier}.md`, import.meta.url), 'utf8');
    const prose = page.replace(/^```.*?^```/gms, '');
    const bold = new Set([...prose.matchAll(/\*\*([a-z_]+)\*\*/g)].map(([, name = '']) => name));
    // Lines of an exported account have fields, too, and no schema.
    if (bold.size === 0 || identifier === 'app.courant.transfer') continue;
    assertNone(
      [...bold].filter((name) => !always.has(name)),
      `docs/extensions/${identifier}.md: these are not always there.`,
    );
    assertNone(
      [...always].filter((name) => !maybe.has(name) && !bold.has(name) && prose.includes(name)),
      `docs/extensions/${identifier}.md: these are always there, and not in bold.`,
    );
  }
});

test('every path that an extension answers has its entry in the contract', () => {
  const described = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
  assertNone(
    extensionRoutes.map(([method, path]) => `${method} ${path}`).filter((route) => !described.has(route)),
    'Add it to protocol/src/extensions/: apps, the OpenAPI description and the tests of the contract know only what is there.',
  );
});

test('the documentation lists every extension, each with a page', async (t) => {
  const house = await testHouse(t);
  const { extensions } = (await (await house.ask('/api/v1/instance')).json()) as { extensions: object };
  const list = await (await house.ask('/about/extensions')).text();
  const listed = [...list.matchAll(/href="\/about\/extensions\/([a-z.-]+)"/g)].map(([, name]) => name);
  assertNone(
    Object.keys(extensions).filter((identifier) => !listed.includes(identifier)),
    'Add a line to docs/extensions/README.md.',
  );
  assert.deepEqual(listed.toSorted(), Object.keys(extensions).toSorted());
});

test('the address of the documentation of an unknown extension is not found', async (t) => {
  const house = await testHouse(t);
  for (const name of ['app.courant.nothing', '..%2F..%2FREADME', 'app.courant.%00']) {
    assert.equal((await house.ask(`/about/extensions/${name}`)).status, 404, name);
  }
});

interface Fields {
  always: Set<string>;
  maybe: Set<string>;
}

/** The fields of what each extension answers, and of what it adds to the entities. */
function fieldsByExtension(): Map<string, Fields> {
  const all = new Map<string, Fields>();
  const add = (identifier: string, schema: unknown): void => {
    const fields = all.get(identifier) ?? { always: new Set(), maybe: new Set() };
    all.set(identifier, fields);
    collect(schema, fields);
  };
  for (const { path, response } of Object.values<Endpoint>(endpoints)) {
    const [, identifier] = /^\/api\/(app\.[^/]+)\//.exec(path) ?? [];
    if (identifier !== undefined) add(identifier, response);
  }
  for (const { shape } of [feed, group, item]) {
    for (const [name, added] of Object.entries(shape)) if (name.startsWith('app.')) add(name, added);
  }
  return all;
}

function collect(schema: unknown, fields: Fields): void {
  // Entities have their own fields, which other pages describe.
  if (typeof schema !== 'object' || schema === null || [feed, group, item].some((each) => each === schema))
    return;
  if ('element' in schema) collect(schema.element, fields);
  else if (isOptional(schema)) collect(schema.unwrap(), fields);
  if (!('shape' in schema)) return;
  for (const [name, value] of Object.entries(schema.shape as Record<string, unknown>)) {
    (isOptional(value) ? fields.maybe : fields.always).add(name);
    collect(value, fields);
  }
}

function isOptional(schema: unknown): schema is { unwrap(): unknown } {
  return typeof schema === 'object' && schema !== null && 'unwrap' in schema && !('element' in schema);
}
