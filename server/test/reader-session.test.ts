// The session of a browser opens the API to our own pages, and to nobody else.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endSession, startSession } from '../src/accounts/sessions.ts';
import { addUser } from './accounts.ts';
import { publicUrl, testHouse } from './house.ts';

test('our own pages read and write with the session of the browser', async (t) => {
  const { call } = await browserOf(t);
  const listed = await call('/api/v1/groups', { 'Sec-Fetch-Site': 'same-origin' });
  assert.equal(listed.status, 200);
  assert.equal((await create(call, { 'Sec-Fetch-Site': 'same-origin' })).status, 200);
  assert.equal((await create(call, { Origin: publicUrl }, 'Craft')).status, 200);
});

test('our own pages are not told again what has not changed, and told what has', async (t) => {
  const { call } = await browserOf(t);
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const known = (await call('/api/v1/groups', own)).headers.get('ETag') ?? '';
  assert.equal((await call('/api/v1/groups', { ...own, 'If-None-Match': known })).status, 304);
  await create(call, own);
  assert.equal((await call('/api/v1/groups', { ...own, 'If-None-Match': known })).status, 200);
});

test('what comes from elsewhere is answered as if there were no cookie', async (t) => {
  const { call } = await browserOf(t);
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://other.example' },
    { Origin: 'null' },
    // The host that every request has inside the house (http/listen.ts).
    { Origin: 'http://host.invalid' },
  ]) {
    assert.equal((await call('/api/v1/groups', headers)).status, 401, JSON.stringify(headers));
    assert.equal((await create(call, headers)).status, 401, JSON.stringify(headers));
  }
});

test('what does not say where it comes from may look, and changes nothing', async (t) => {
  const { call } = await browserOf(t);
  assert.equal((await call('/api/v1/groups', {})).status, 200);
  // As GET: browsers name the origin of neither.
  assert.equal((await call('/api/v1/groups', {}, { method: 'HEAD' })).status, 200);
  const refused = await create(call, {});
  // Not 401, which would make a page of ours sign in again, and again: nobody else sees the answer.
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /does not say that it comes from https:/);
});

test('a password that a proxy in front has asked for is not taken for a token', async (t) => {
  const { call, end } = await browserOf(t);
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  for (const Authorization of ['Basic aW5lczpzZWNyZXQ=', 'Negotiate YII=']) {
    assert.equal((await call('/api/v1/groups', { ...own, Authorization })).status, 200);
    assert.equal((await create(call, { ...own, Authorization }, Authorization.slice(0, 5))).status, 200);
    assert.equal((await create(call, { Authorization })).status, 403);
  }
  await end();
  const over = await call('/api/v1/groups', { ...own, Authorization: 'Basic aW5lczpzZWNyZXQ=' });
  assert.equal(over.status, 401);
  assert.doesNotMatch(over.headers.get('WWW-Authenticate') ?? '', /Basic/);
});

test('a token that is wrong is not made good by a cookie', async (t) => {
  const { call } = await browserOf(t);
  for (const Authorization of ['Bearer nonsense', 'bearer', 'Bearer two words']) {
    const headers = { Authorization, 'Sec-Fetch-Site': 'same-origin' };
    assert.equal((await call('/api/v1/groups', headers)).status, 401, Authorization);
  }
});

test('a session that has ended opens nothing, and its stream of events ends too', async (t) => {
  const { call, end, clock } = await browserOf(t);
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const stream = await call('/api/app.courant.sync/v1/events', own);
  assert.equal(stream.status, 200);
  await end();
  assert.equal((await call('/api/v1/groups', own)).status, 401);
  await clock.advance(15_000);
  for await (const _chunk of stream.body ?? []) {
    // Until the end, which must come.
  }
});

async function browserOf(t: TestContext) {
  const { house, clock, ask } = await testHouse(t);
  const user = await addUser(house.accounts, { name: 'ines', password: 'a long password' });
  const secret = await startSession(house.accounts, user);
  const call = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { ...headers, Cookie: `other=1; __Host-courant=${secret}; more=2` } });
  return { call, clock, end: () => endSession(house.accounts, secret) };
}

function create(
  call: Awaited<ReturnType<typeof browserOf>>['call'],
  headers: Record<string, string>,
  title = 'News',
): Promise<Response> {
  return call('/api/v1/groups/create', headers, {
    method: 'POST',
    body: new URLSearchParams({ title }),
  });
}
