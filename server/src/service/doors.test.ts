import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { readConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { openWaiting } from './doors.ts';

const config = readConfig({ COURANT_INSTANCE_NAME: 'Reading room' });
const app = openWaiting({ log: silentLog, clock: fakeClock(), config });
const ask = (path: string, init?: RequestInit) =>
  app(new Request(new URL(path, 'http://host.invalid'), init), { address: '192.0.2.1', secure: false });

for (const [path, init, expected] of [
  ['/api/v1/items', {}, ['private, no-store', null, ['error']]],
  ['/api/v1/feeds/create', { method: 'POST' }, ['private, no-store', null, ['error']]],
  ['/api/v1/no/such/path', {}, ['private, no-store', null, ['error']]],
  ['/oauth/token', { method: 'POST' }, ['no-store', 'no-cache', ['error', 'error_description']]],
  ['/api/v1/register', { method: 'POST' }, ['no-store', 'no-cache', ['error', 'error_description']]],
] as const) {
  test(`while the house waits, ${path} is refused in the words of its protocol`, async () => {
    const answer = await ask(path, init);
    assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [503, '5']);
    const fields = Object.keys((await answer.json()) as object);
    assert.deepEqual([answer.headers.get('Cache-Control'), answer.headers.get('Pragma'), fields], expected);
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
    assert.match(answer.headers.get('Access-Control-Expose-Headers') ?? '', /Retry-After/);
    const asked = await ask(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-headers': 'authorization' },
    });
    assert.deepEqual(
      [asked.status, asked.headers.get('Access-Control-Allow-Headers')],
      [204, 'authorization'],
    );
    assert.equal(asked.headers.get('Access-Control-Allow-Origin'), '*');
  });
}

test('apps of Google Reader and Fever are told in theirs, and when to come again', async () => {
  for (const [path, body] of [
    ['/api/greader.php/reader/api/0/token', /^The service is not available just now/],
    ['/reader/api/0/token', /^The service is not available just now/],
    ['/fever/?api', /^\{"api_version":3,"auth":0\}$/],
  ] as const) {
    const answer = await ask(path, { method: 'POST' });
    assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [503, '5'], path);
    assert.match(await answer.text(), body);
  }
});

test('it is alive, not ready, and whatever else is asked may be asked again', async () => {
  assert.equal((await ask('/health/live')).status, 200);
  assert.equal((await ask('/health/ready')).status, 503);
  const posted = await ask('/health/ready', { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('Allow')], [405, 'GET, HEAD']);
  const page = await ask('/');
  assert.deepEqual([page.status, page.headers.get('Retry-After')], [503, '5']);
  assert.equal(page.headers.get('Access-Control-Allow-Origin'), null);
});

test('people are told in a page, in their language and with its style', async () => {
  for (const path of ['/', '/unread', '/lite', '/sign-in', '/no/such/page']) {
    const answer = await ask(path, { headers: { 'accept-language': 'de' } });
    assert.deepEqual(
      [answer.status, answer.headers.get('Retry-After'), answer.headers.get('Content-Type')],
      [503, '5', 'text/html; charset=utf-8'],
      path,
    );
    assert.match(await answer.text(), /<title>Gleich wieder da — Reading room/);
  }
  const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(await (await ask('/')).text()) ?? [];
  assert.deepEqual([(await ask(style)).status, (await ask('/assets/none.css')).status], [200, 503]);
});
