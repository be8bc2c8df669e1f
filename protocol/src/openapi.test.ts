import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNone } from '../../server/test/assert-none.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorStatuses } from './errors.ts';
import { openApiDocument } from './openapi.ts';

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }>;
  };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, unknown> }>;
};

const document = JSON.parse(
  JSON.stringify(openApiDocument({ url: 'https://news.example', version: '1.2.3' })),
);

function operation(name: string): Operation {
  for (const path of Object.values<Record<string, Operation>>(document.paths)) {
    for (const each of Object.values(path)) if (each.operationId === name) return each;
  }
  assert.fail(`no operation ${name}`);
}

test('every endpoint of the table is described, with its statuses', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const described = document.paths[endpoint.path.replace(':id', '{id}')][endpoint.method.toLowerCase()];
    assert.equal(described.operationId, name);
    assert.ok(described.summary.length > 0);
    for (const status of [endpoint.status, ...endpoint.errors]) {
      assert.ok(described.responses[status].description, `${name} ${status}`);
    }
  }
});

test('what changes something says that a body may be too long, or no form', () => {
  for (const [name, { method, errorBody, errors }] of Object.entries<Endpoint>(endpoints)) {
    if (method !== 'POST' || errorBody !== 'resource') continue;
    assert.ok(errors.includes(413) && errors.includes(415), name);
  }
});

test('no operation is described twice', () => {
  const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length;
  assert.equal(count, Object.keys(endpoints).length);
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, target]) => target ?? '',
  );
  assert.ok(references.length > 20);
  for (const target of references) {
    assert.ok(target.startsWith('#/'), target);
    let place = document;
    for (const step of target.slice(2).split('/')) place = place?.[step];
    assert.ok(place !== undefined, target);
  }
});

test('every path parameter is declared, and no other', () => {
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const each of Object.values(methods)) {
      const declared = (each.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
      assert.deepEqual(declared, path.includes('{id}') ? ['id'] : []);
    }
  }
});

test('lists of ids are strings, and numbers are integers with their bounds', () => {
  const parameters = operation('listItems').parameters ?? [];
  const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema;
  assert.equal(schemaOf('ids')?.type, 'string');
  assert.equal(schemaOf('limit')?.type, 'integer');
  assert.equal(schemaOf('limit')?.maximum, 200);
  assert.equal(schemaOf('limit')?.default, 20);
  assert.deepEqual(schemaOf('only')?.enum, ['read', 'unread']);
  assert.ok(parameters.every((one) => !one.required));
});

test('forms are described as forms, with what they require', () => {
  const form = operation('createGroup').requestBody?.content['application/x-www-form-urlencoded']?.schema;
  assert.deepEqual(form?.required, ['title']);
  assert.deepEqual(Object.keys(form?.properties ?? {}), ['title', 'feed_ids']);
  assert.deepEqual(Object.keys(operation('register').requestBody?.content ?? {}), [
    'application/x-www-form-urlencoded',
    'application/json',
  ]);
});

test('a parameter with alternatives is described with each of them, and its own bounds', () => {
  const schemasOf = (name: string) =>
    operation(name).requestBody?.content['application/x-www-form-urlencoded']?.schema.properties;
  const interval = schemasOf('updateFeed')?.interval_seconds as Record<string, unknown>;
  assert.deepEqual(
    [interval.type, interval.anyOf],
    [
      undefined,
      [
        { type: 'integer', minimum: 900, maximum: 2_592_000 },
        { type: 'string', const: '' },
      ],
    ],
  );
  const before = schemasOf('markBulkRead')?.before as Record<string, unknown>;
  assert.deepEqual(before.anyOf, [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ]);
});

test('entities list their required fields as the contract does', () => {
  const { schemas } = document.components;
  assert.deepEqual(schemas.Group.required, ['id', 'title', 'feed_ids']);
  assert.deepEqual(schemas.Feed.required, ['id', 'title', 'url', 'feed_url', 'last_updated', 'group_ids']);
  assert.deepEqual(schemas.Item.required, ['id', 'feed_id', 'title', 'url', 'read', 'created_at']);
});

test('paginated endpoints document the Link header, and guarded ones their scope', () => {
  assert.deepEqual(operation('listFeedItems').responses[200]?.headers, {
    Link: { $ref: '#/components/headers/Link' },
    ETag: { $ref: '#/components/headers/ETag' },
  });
  assert.deepEqual(operation('createFeed').security, [{ oauth2: ['write'] }]);
  assert.deepEqual(operation('getInstance').security, []);
});

test('the headers that ask for another answer are parameters where they do', () => {
  const headersOf = (name: string) =>
    (operation(name).parameters ?? []).filter((one) => one.in === 'header').map((one) => one.name);
  assert.deepEqual(headersOf('listItems'), ['If-None-Match', 'Prefer']);
  assert.deepEqual(headersOf('getItem'), ['Prefer']);
  assert.deepEqual(headersOf('listChanges'), ['Prefer']);
  assert.deepEqual(headersOf('followEvents'), ['Last-Event-ID', 'Prefer']);
  assert.deepEqual(headersOf('getCounts'), ['If-None-Match']);
  assert.deepEqual(headersOf('createFeed'), []);
});

test('every operation has one tag, its extension or what it is about, and every tag is described', () => {
  const used = new Set<string>();
  for (const name of Object.keys(endpoints)) {
    const { tags } = operation(name);
    assert.equal(tags.length, 1, name);
    for (const tag of tags) used.add(tag);
  }
  const described: string[] = document.tags.map(({ name }: { name: string }) => name);
  assertNone(
    [...used].filter((name) => !described.includes(name)),
    'Describe these in protocol/src/openapi-tags.ts.',
  );
  assert.deepEqual(described.toSorted(), [...used].toSorted());
  assert.deepEqual(
    ['getInstance', 'listGroupItems', 'listItems', 'register', 'token', 'getServerMetadata'].map(
      (name) => operation(name).tags[0],
    ),
    ['instance', 'groups', 'items', 'oauth', 'oauth', 'oauth'],
  );
  assert.deepEqual(
    document.tags.find(({ name }: { name: string }) => name === 'app.courant.sync'),
    {
      name: 'app.courant.sync',
      description: 'Keep a copy: changes since a cursor, snapshots, counts, a stream of events.',
      externalDocs: { url: 'https://news.example/about/extensions/app.courant.sync' },
    },
  );
});

test('what only a signed-in browser may do is not described as open to a token', () => {
  assert.deepEqual(operation('changePassword').security, [{ session: [] }]);
  assert.match(operation('changePassword').responses[403]?.description ?? '', /^Only a browser/);
  assert.equal(document.components.securitySchemes.session.name, '__Host-courant');
  assert.deepEqual(operation('getMe').security, [{ oauth2: ['read'] }]);
});

test('an error is described as what it is at its endpoint', () => {
  const errorOf = (name: string, status: number) => operation(name).responses[status]?.description ?? '';
  for (const name of ['createGroup', 'updateGroup', 'beginCodes', 'createPasskey'])
    assert.match(errorOf(name, 409), /^It is there already/, name);
  for (const name of ['token', 'revokeToken', 'introspectToken'])
    assert.match(errorOf(name, 401), /^The app is unknown/, `${name}: nobody has a token yet`);
  assert.match(errorOf('token', 400), /`error` says why/);
  assert.match(errorOf('register', 400), /`error` says why/);
  assert.match(errorOf('authorize', 400), /never a redirect/);
  assert.match(errorOf('listItems', 401), /^No token/);
});

test('every status of an error is described: at an operation or, if none of them answers it, for all', () => {
  const operations = Object.keys(endpoints).map(operation);
  for (const status of ['408', ...Object.keys(errorStatuses)]) {
    const isAtOne = operations.some(({ responses }) => status in responses);
    assert.notEqual(document.info.description.includes(`\`${status}\``), isAtOne, status);
  }
});

test('answers that may be asked for again with their tag are described with it, and with the 304', () => {
  for (const [name, { hasTag }] of Object.entries<Endpoint>(endpoints)) {
    const { 200: success, 304: unchanged } = operation(name).responses;
    assert.equal(JSON.stringify(success?.headers ?? {}).includes('ETag'), hasTag === true, name);
    assert.equal(unchanged !== undefined, hasTag === true, name);
    assert.equal(unchanged?.content, undefined);
  }
});

test('what a browser meets on its way through the consent is described, too', () => {
  const { 200: page, 303: signIn } = operation('authorize').responses;
  assert.deepEqual(Object.keys(page?.content ?? {}), ['text/html']);
  assert.deepEqual(signIn?.headers, { Location: { $ref: '#/components/headers/Location' } });
});

test('only formats that JSON Schema and OpenAPI know are named: strict programs refuse others', () => {
  const named = JSON.stringify(document).matchAll(/"format":"([^"]+)"/g);
  const known = ['binary', 'date', 'date-time', 'uri'];
  assert.deepEqual([...new Set([...named].map(([, format]) => format))].sort(), known);
});

test('an address that comes back as it was sent is not described as a URI: it may have letters that a URI has not', () => {
  const { content } = operation('getImageAddresses').responses['200'] ?? {};
  assert.doesNotMatch(JSON.stringify(content?.['application/json']), /"format":"uri"/);
});
