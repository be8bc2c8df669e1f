import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRouter, type Route } from './routing.ts';
import { someDoor } from './testing/some-door.ts';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  handle: () => new Response(),
});
const routes = [
  route('GET', '/'),
  route('GET', '/items'),
  route('GET', '/items/:id'),
  route('POST', '/items/:id/read'),
  route('POST', '/items/read'),
  route('GET', '/files/:name/of/:owner'),
  route('GET', '/both'),
  route('POST', '/both'),
  route('GET', '/streams/*'),
];
const match = openRouter([someDoor(routes)]);

const found: [method: string, path: string, route: string, params: Record<string, string>][] = [
  ['GET', '/', '/', {}],
  ['GET', '/items', '/items', {}],
  ['GET', '/items/', '/items', {}],
  ['HEAD', '/items', '/items', {}],
  ['GET', '/items/7', '/items/:id', { id: '7' }],
  ['GET', '/items/7/', '/items/:id', { id: '7' }],
  ['POST', '/items/7/read', '/items/:id/read', { id: '7' }],
  ['POST', '/items/read', '/items/read', {}],
  ['GET', '/files/a%20b%2Fc/of/%C3%A9', '/files/:name/of/:owner', { name: 'a b/c', owner: 'é' }],
  ['GET', '/items/100%', '/items/:id', { id: '100%' }],
  ['GET', '/streams', '/streams/*', {}],
  ['GET', '/streams/user/-/label/a', '/streams/*', {}],
];
for (const [method, path, expected, params] of found) {
  test(`${method} ${path} is ${expected}`, () => {
    const result = match(method, path);
    assert.equal(result.kind, 'route');
    if (result.kind === 'route') assert.deepEqual([result.route.path, result.params], [expected, params]);
  });
}

test('a fixed part that leads nowhere does not hide a named one', () => {
  const result = match('POST', '/items/read/read');
  assert.deepEqual(result.kind === 'route' && result.params, { id: 'read' });
});

for (const [method, path, allow] of [
  ['POST', '/items', 'GET, HEAD'],
  ['DELETE', '/both', 'GET, HEAD, POST'],
  ['GET', '/items/7/read', 'POST'],
  ['HEAD', '/items/7/read', 'POST'],
] as const) {
  test(`${method} ${path} is told to use ${allow}`, () => {
    const result = match(method, path);
    assert.deepEqual(result.kind === 'other-method' && result.allow, allow);
  });
}

for (const path of ['/nothing', '/items/7/other', '/items/7/read/more', '/files', '//items', '/Items']) {
  test(`${path} is unknown`, () => assert.deepEqual(match('GET', path), { kind: 'unknown' }));
}

test('what no door lists is looked for under the name that a door has for it', () => {
  const old = someDoor([route('GET', '/old/items')], {
    listedAs: (path) => path.replace(/^\/older\b/, '/old'),
  });
  const find = openRouter([someDoor(routes), old]);
  assert.equal(find('GET', '/older/items').kind, 'route');
  assert.equal(find('POST', '/older/items').kind, 'other-method');
  assert.deepEqual(find('GET', '/older/nothing'), { kind: 'unknown' });
  // A path that is in a table under its own name is found there first.
  const own = find('GET', '/items');
  assert.equal(own.kind === 'route' && own.door.name, someDoor(routes).name);
});

test('a path is taken to the door whose it is, whichever method is asked for', () => {
  const doors = [
    someDoor([route('GET', '/a')], { name: 'first' }),
    someDoor([route('GET', '/b')], { name: 'second' }),
  ];
  const find = openRouter(doors);
  for (const method of ['GET', 'POST']) {
    const result = find(method, '/b');
    assert.equal(result.kind !== 'unknown' && result.door.name, 'second');
  }
});

test('two routes that serve the same are a mistake that shows at once', () => {
  const twice = [someDoor([route('GET', '/a/:id')]), someDoor([route('GET', '/a/:name/')])];
  assert.throws(() => openRouter(twice), /Two routes serve GET \/a\/:name\//);
});
