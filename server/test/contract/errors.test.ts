// Errors, as in the contract's table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@courant/protocol';
import { posts } from '../documents.ts';
import { follow, publicUrl, testHouse } from '../house.ts';

const DAY_MS = 86_400_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('every endpoint but the instance wants a token, and says so', async (t) => {
  const house = await testHouse(t);
  for (const endpoint of Object.values(endpoints)) {
    if (!('scope' in endpoint)) continue;
    const path = endpoint.path.replace(':id', '1');
    const none = await house.ask(path, { method: endpoint.method });
    assert.notEqual(none.status, 404, withoutRoute(endpoint));
    assert.deepEqual([none.status, none.headers.get('www-authenticate')], [401, 'Bearer'], path);
    for (const token of ['nonsense', 'cou_at_AAAA', '']) {
      const bad = await house.ask(path, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}` },
      });
      assert.deepEqual(
        [bad.status, bad.headers.get('www-authenticate')],
        [401, 'Bearer error="invalid_token"'],
        path,
      );
      assert.equal(typeof ((await bad.json()) as { error: unknown }).error, 'string');
    }
  }
});

test('a refusal names the token as wrong only where one was sent', async (t) => {
  const house = await testHouse(t);
  for (const authorization of ['Basic aW5lczpwYXNzd29yZA==', 'Digest username="ines"', 'Bearers x']) {
    const refused = await house.ask('/api/v1/feeds', { headers: { authorization } });
    assert.deepEqual(
      [refused.status, refused.headers.get('www-authenticate')],
      [401, 'Bearer'],
      authorization,
    );
  }
  const lower = await house.ask('/api/v1/feeds', { headers: { authorization: 'bearer nonsense' } });
  assert.equal(lower.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
});

test('a token may do what its scope allows and nothing else', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines', 'read');
  const headers = { authorization: `Bearer ${accessToken}`, ...form };
  assert.equal((await house.ask('/api/v1/items', { headers })).status, 200);
  const refused = await house.ask('/api/v1/groups/create', { method: 'POST', headers, body: 'title=News' });
  assert.equal(refused.status, 403);
  assert.match(((await refused.json()) as { error: string }).error, /scope write/);
});

test('every endpoint of the contract is served, with or without its last slash', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  for (const endpoint of Object.values(endpoints)) {
    const { method, path } = endpoint;
    for (const slash of ['', '/']) {
      const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
      const answer = await house.ask(path.replace(':id', '1') + slash, { method, headers });
      assert.notEqual(answer.status, 405, `${method} ${path}${slash}`);
      // A stream of events never ends, so its body cannot be read.
      if ('events' in endpoint) await answer.body?.cancel();
      const body = 'events' in endpoint ? '' : await answer.text();
      assert.doesNotMatch(body, /no such path/, withoutRoute(endpoint));
      assert.ok(answer.status < 500, `${method} ${path}${slash}: ${answer.status} ${body}`);
    }
  }
});

function withoutRoute({ method, path }: { method: string; path: string }): string {
  return `${method} ${path} is in the contract but has no route in server/src/http/fervor/extensions/ or fervor/routes.ts`;
}

test('another method is a 405 that names the right one, an unknown path a 404', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const headers = { authorization: `Bearer ${accessToken}` };
  const wrong = await house.ask('/api/v1/items/read', { method: 'DELETE', headers });
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST']);
  assert.equal(
    (await house.ask('/api/v1/groups', { method: 'POST', headers })).headers.get('allow'),
    'GET, HEAD',
  );
  const unknown = await house.ask('/api/v1/nothing', { headers });
  assert.equal(unknown.status, 404);
  assert.match(unknown.headers.get('content-type') ?? '', /^application\/json/);
  for (const id of ['0', '-1', 'x', '1.5', '9007199254740993', '%00', '１']) {
    assert.equal((await house.ask(`/api/v1/items/${id}`, { headers })).status, 404, id);
  }
});

const badQueries: [path: string, message: RegExp][] = [
  ['/api/v1/items?limit=0', /limit is 0, must be 1 to 200/],
  ['/api/v1/items?limit=201', /limit is 201/],
  ['/api/v1/items?limit=many', /limit is many/],
  ['/api/v1/items?only=starred', /only is starred/],
  ['/api/v1/items?max_id=-5', /max_id/],
  ['/api/v1/items?min_id=1&since_id=1', /min_id cannot be combined/],
  ['/api/v1/items?ids=1&max_id=4', /ids cannot be combined/],
  ['/api/v1/items?ids=', /ids is empty/],
  ['/api/v1/items?ids=1,x', /ids has x/],
  ['/api/v1/items?ids=0', /ids has 0/],
  ['/api/v1/items?ids=9007199254740992', /ids has 9007199254740992/],
];
for (const [path, message] of badQueries) {
  test(`GET ${path} is a 400 that says why`, async (t) => {
    const house = await testHouse(t);
    const { accessToken } = await house.signIn('ines');
    const answer = await house.ask(path, { headers: { authorization: `Bearer ${accessToken}` } });
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { error: string }).error, message);
  });
}

test('bad lists of ids change nothing', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const [id = 0] = (await client.items.list()).items.map((item) => item.id);
  for (const ids of [
    undefined,
    '',
    ' ',
    ',',
    `${id},`,
    `${id},,${id}`,
    `${id},x`,
    `${id},-1`,
    `${id},0`,
    `${id} ${id}`,
  ]) {
    const answer = await house.ask('/api/v1/items/read', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams(ids === undefined ? {} : { ids }),
    });
    assert.equal(answer.status, 400, String(ids));
  }
  assert.ok((await client.items.list()).items.every((item) => !item.read));
});

test('a body of another type is a 415, one that is too long a 413', async (t) => {
  const house = await testHouse(t);
  const { accessToken, client } = await house.signIn('ines');
  const authorization = `Bearer ${accessToken}`;
  const post = (type: string, body: string) =>
    house.ask('/api/v1/groups/create', {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
    });
  assert.equal((await post('application/json', '{"title":"News"}')).status, 415);
  assert.equal((await post('multipart/form-data; boundary=x', '--x--')).status, 415);
  assert.equal((await post('text/plain', 'title=News')).status, 415);
  assert.equal((await post(form['content-type'], `title=News&x=${'x'.repeat(600_000)}`)).status, 413);
  assert.deepEqual(await client.groups.list(), []);
  assert.equal(
    (await post('application/x-www-form-urlencoded; charset=UTF-8', 'title=N%C3%A9ws&title=Other&x')).status,
    200,
  );
  assert.deepEqual(
    (await client.groups.list()).map((group) => group.title),
    ['Néws'],
  );
});

test('a compressed body is a 415 and not taken for a form without parameters', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { accessToken, client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 1));
  const post = async (path: string, encoding: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${accessToken}`, ...form, 'content-encoding': encoding };
    return house.ask(`/api/app.courant.${path}`, { method: 'POST', headers, body });
  };
  house.web.serve('https://a.example/feed', { status: 410 });
  for (let day = 0; day < 5; day++) await house.crawl(DAY_MS);
  const repair = `health/v1/feeds/${feed.id}/repair`;
  const answer = await post(repair, 'GZIP', new Uint8Array(gzipSync('keep=true')));
  assert.equal(answer.status, 415);
  assert.match(await answer.text(), /Cannot repair feed: the body has the Content-Encoding gzip/);
  assert.equal((await client.feeds.list()).length, 1);
  const update = `feeds/v1/feeds/${feed.id}/update`;
  for (const encoding of ['identity', 'utf-8']) {
    assert.equal((await post(update, encoding, `title=${encoding}`)).status, 200);
    assert.equal((await client.feeds.get(feed.id)).title, encoding);
  }
  const type = { 'content-type': 'text/x-opml', 'content-encoding': 'br' };
  const headers = { authorization: `Bearer ${accessToken}`, ...type };
  const imported = await house.ask(endpoints.startImport.path, { method: 'POST', headers, body: 'x' });
  assert.equal(imported.status, 415);
});

test('a call without parameters refuses a body of another type before it acts, and goes on without a body', async (t) => {
  const house = await testHouse(t);
  const { accessToken, client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 1));
  const group = await client.groups.create({ title: 'News' });
  const [{ id } = { id: 0 }] = (await client.items.list()).items;
  const post = async (path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': type };
    const answer = await house.ask(path, { method: 'POST', headers, body });
    return [answer.status, await answer.text()] as const;
  };
  for (const { method, path, ...endpoint } of Object.values(endpoints)) {
    if (method !== 'POST' || !('scope' in endpoint) || 'form' in endpoint || 'document' in endpoint) continue;
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const [status, told] = await post(path.replace(':id', '1'), type, '{}');
      assert.equal(status, 415, `${path} ${type}`);
      assert.match(told, new RegExp(`"Cannot ${endpoint.action}: the body is [^"]+, must be `), path);
    }
  }
  assert.equal((await client.items.get(id)).read, false);
  const paths = [
    `/items/${id}/read`,
    `/items/${id}/unread`,
    `/groups/${group.id}/delete`,
    `/feeds/${feed.id}/delete`,
  ];
  // A content type that an app sets for all of its calls means nothing without a body.
  const answers = [];
  for (const path of paths) answers.push((await post(`/api/v1${path}`, 'application/json', ''))[0]);
  assert.deepEqual(answers, [200, 200, 204, 204]);
  assert.equal((await post(`/api/v1/items/${id}/read`, form['content-type'], 'x=y'))[0], 404);
});

test('malformed forms and escapes are read as far as they go, and break nothing', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  for (const body of ['%', '%E0%A4%A', '&&&===', 'title', '\u0000', 'title=%00']) {
    const answer = await house.ask('/api/v1/groups/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...form },
      body,
    });
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
});

test('too many new feeds in a row are a 429 that says when to come back', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 1));
  const again = () => client.feeds.create({ feedUrl: 'https://a.example/feed' });
  await assert.rejects(
    async () => {
      for (let count = 0; count < 1_000; count++) await again();
    },
    (error: { status?: number; retryAfterSeconds?: number }) =>
      error.status === 429 && (error.retryAfterSeconds ?? 0) > 0,
  );
  await house.clock.advance(60_000);
  await again();
});

test('every answer names its request, and none may be kept by anybody else', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const headers = { authorization: `Bearer ${accessToken}` };
  const ids = new Set<string | null>();
  for (const path of [
    '/api/v1/instance',
    '/api/v1/items',
    '/api/v1/items/5',
    '/nowhere',
    '/',
    '/health/live',
  ]) {
    const answer = await house.ask(path, { headers });
    ids.add(answer.headers.get('x-request-id'));
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/, path);
  }
  assert.equal(ids.size, 6);
  assert.ok(!ids.has(null));
});

test('the description of the interface and the instance say where they are', async (t) => {
  const house = await testHouse(t);
  const openApi = (await (await house.ask('/api/v1/openapi.json')).json()) as {
    openapi: string;
    servers: { url: string }[];
  };
  assert.match(openApi.openapi, /^3\.1/);
  assert.equal(openApi.servers[0]?.url, publicUrl);
  const instance = (await (await house.ask('/api/v1/instance')).json()) as Record<string, unknown>;
  assert.deepEqual(
    [instance.url, instance.version, instance.implementation_name],
    [publicUrl, '0.1.0', 'Courant'],
  );
});

test('an app in a web page of another origin may call the API', async (t) => {
  const house = await testHouse(t);
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const asked = await house.ask('/api/v1/items', { method: 'OPTIONS', headers });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get('access-control-allow-headers'), 'authorization');
  const answer = await house.ask('/api/v1/instance', { headers: { origin: 'https://app.example' } });
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /\bETag, Link\b/);
  assert.equal((await house.ask('/', { headers })).headers.get('access-control-allow-origin'), null);
});
