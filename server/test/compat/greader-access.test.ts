// Google Reader, how apps get in and what they ask besides items: sign-in, tokens, addresses, small answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createAppPassword, revokeAppPassword } from '../../src/accounts/app-passwords.ts';
import { posts, rss } from '../documents.ts';
import { follow } from '../house.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const API = '/reader/api/0';
const state = (name: string): string => `user/-/state/com.google/${name}`;

async function get<T>(house: CompatHouse, path: string): Promise<T> {
  const answer = await house.greader(API + path);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

test('signing in answers in text or JSON, from a form, a query or a multipart body; a wrong password says so', async (t) => {
  const house = await compatHouse(t);
  const fields = { Email: 'INES', Passwd: house.password };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  const query = new URLSearchParams(fields);
  const ways: [string, RequestInit][] = [
    ['/accounts/ClientLogin', { method: 'POST', body: query }],
    ['/accounts/ClientLogin', { method: 'POST', body: multipart }],
    ['/accounts/ClientLogin', { method: 'POST', body: String(query), headers: { 'content-type': 'x/y' } }],
    [`/api/greader.php/accounts/ClientLogin?${query}`, {}],
  ];
  for (const [path, init] of ways) {
    const text = await (await house.ask(path, init)).text();
    assert.equal(text, `SID=${house.token}\nLSID=${house.token}\nAuth=${house.token}\n`);
  }
  const asJson = await house.ask(`/accounts/ClientLogin?output=json&${query}`);
  assert.deepEqual(await asJson.json(), { SID: house.token, LSID: house.token, Auth: house.token });
  assert.doesNotMatch(house.token, /[=&+\s]/);
  const wrong = await house.ask('/accounts/ClientLogin?Email=ines&Passwd=x');
  assert.deepEqual([wrong.status, await wrong.text()], [401, 'Error=BadAuthentication\n']);
});

test('a call without a good token is a 401 that makes apps sign in anew', async (t) => {
  const house = await compatHouse(t);
  for (const authorization of ['', 'GoogleLogin auth=', 'GoogleLogin auth=x', 'Bearer cou_gr_x']) {
    const answer = await house.greader(`${API}/user-info`, { headers: { authorization } });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('X-Reader-Google-Bad-Token'), 'true');
    // A 401 has to name a scheme (RFC 9110 §11.6.1).
    assert.equal(answer.headers.get('WWW-Authenticate'), 'GoogleLogin realm="reader"');
  }
  const { text: action } = await house.greader(`${API}/token`);
  assert.equal(action.length, 57);
  for (const token of [action, house.token]) {
    const form = { i: '1', T: token };
    const answer = await house.greader(`${API}/stream/items/contents`, {
      form,
      headers: { authorization: '' },
    });
    assert.equal(answer.status, 200);
  }
  // A valid header is enough, whatever T contains.
  const answer = await house.greader(`${API}/edit-tag`, { form: { i: '1', a: state('read'), T: 'x' } });
  assert.equal(answer.text, 'OK');
});

test('where the server is and whether the header arrives can be found out', async (t) => {
  const house = await compatHouse(t);
  for (const base of ['/api/greader.php', '/greader.php', '/api/greader.php/']) {
    assert.equal((await house.greader('', { base })).text, 'OK');
    assert.equal((await house.greader('/check/compatibility', { base })).text, 'PASS');
  }
  assert.notEqual((await house.ask('/greader.php/check/compatibility')).headers.get('content-type'), null);
  const unknown = await house.greader(`${API}/nothing`);
  assert.equal(unknown.status, 404);
  const preflight = await house.ask(`${API}/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'authorization' },
  });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
  assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
});

test('what has not changed is answered with a 304, and what has is not', async (t) => {
  const house = await compatHouse(t);
  for (const path of ['/subscription/list', '/stream/items/ids?n=5']) {
    const ask = async (known: string) => house.greader(API + path, { headers: { 'if-none-match': known } });
    const { headers } = await ask('"x"');
    const etag = headers.get('etag') ?? '';
    assert.equal((await ask(etag)).status, 304);
    await house.ines.client.feeds.update(house.feeds[0] ?? 0, { title: `New ${path}` });
    assert.equal((await ask(etag)).status, 200);
  }
});

test('what can be asked for again by a tag may be kept by a cache, and nothing else', async (t) => {
  const house = await compatHouse(t);
  const login = `/accounts/ClientLogin?Email=ines&Passwd=${house.password}`;
  const stream = state('reading-list');
  for (const path of [
    ...[login, `${login}&output=json`, `/reader/atom/${stream}`, `${API}/subscription/list`],
    ...[`${API}/token`, `${API}/tag/list`, `${API}/stream/items/ids`, `${API}/stream/contents/${stream}`],
  ]) {
    const { status, headers } = await house.greader(path);
    const caching = headers.has('etag') ? 'private, no-cache' : 'private, no-store';
    assert.deepEqual([status, headers.get('cache-control')], [200, caching], path);
  }
});

test('an app takes a stream as slowly as it likes, but gets nothing more of it once its password is revoked', async (t) => {
  const house = await compatHouse(t);
  const { id } = await follow(house, house.ines.client, 'https://d.example/feed', posts(1, 250));
  const begin = async (path: string): Promise<() => Promise<string>> => {
    const headers = { authorization: `GoogleLogin auth=${house.token}` };
    const { body } = await house.ask(`${path}/feed/${id}?n=250`, { headers });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    return async () => {
      const pieces: Uint8Array[] = [];
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        pieces.push(piece.value);
      return Buffer.concat(pieces).toString();
    };
  };
  const slow = await begin(`${API}/stream/contents`);
  const revoked = [await begin(`${API}/stream/contents`), await begin('/reader/atom')];
  await house.clock.sleep(3_600_000);
  assert.equal((await slow()).match(/"crawlTimeMsec"/g)?.length, 250);
  await revokeAppPassword(house.house.accounts, house.ines.userId, 1);
  for (const rest of revoked) await assert.rejects(rest(), /access was revoked/);
});

test('an app that has two accounts here and remembers answers by address gets those of neither for the other', async (t) => {
  const house = await compatHouse(t);
  const otto = await house.signIn('otto');
  const user = { id: otto.userId, name: 'otto' };
  const { password } = await createAppPassword(house.house.accounts, user, { name: 'Newsboat' });
  const login = await house.ask(`/accounts/ClientLogin?Email=otto&Passwd=${password}`);
  const token = /^Auth=(.+)$/m.exec(await login.text())?.[1] ?? '';
  const followed: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    followed.push((await otto.client.feeds.create({ feedUrl: `https://${name}.example/feed` })).id);
  }
  await otto.client.groups.create({ title: 'News', feedIds: followed.slice(0, 2) });
  const path = `${API}/stream/items/ids?s=${state('reading-list')}`;
  const ofInes = await house.greader(path);
  const asked = {
    authorization: `GoogleLogin auth=${token}`,
    'if-none-match': ofInes.headers.get('etag') ?? '',
  };
  const ofOtto = await house.greader(path, { headers: asked });
  assert.deepEqual([ofInes.status, ofOtto.status], [200, 200]);
  assert.notEqual(ofOtto.text, ofInes.text);
});

test('Liferea, which asks for no items when its list of feeds is unchanged, is told of new items and of marks', async (t) => {
  const house = await compatHouse(t);
  const ask = (known: string) =>
    house.greader(`${API}/subscription/list?output=json`, { headers: { 'if-none-match': known } });
  const first = (await ask('')).headers.get('etag') ?? '';
  house.web.serve('https://a.example/feed', rss('Feed of a.example', posts(1, 5)));
  await house.crawl(30 * 3_600_000);
  const second = await ask(first);
  assert.equal(second.status, 200);
  const etag = second.headers.get('etag') ?? '';
  assert.equal((await ask(etag)).status, 304);
  await house.ines.client.items.markRead(13);
  assert.equal((await ask(etag)).status, 200);
});

test('answers are packed for those who take it', async (t) => {
  const house = await compatHouse(t);
  for (const path of ['/stream/contents', '/subscription/list']) {
    const plain = await house.greader(API + path);
    const answer = await house.ask(API + path, {
      headers: { authorization: `GoogleLogin auth=${house.token}`, 'accept-encoding': 'gzip, br' },
    });
    if (path === '/stream/contents') assert.equal(answer.headers.get('content-encoding'), 'gzip');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isPacked = answer.headers.get('content-encoding') === 'gzip';
    assert.equal((isPacked ? gunzipSync(bytes) : bytes).toString(), plain.text);
  }
});

test('small things are answered as apps expect them', async (t) => {
  const house = await compatHouse(t);
  assert.deepEqual(await get(house, '/user-info'), {
    userId: '1',
    userName: 'ines',
    userProfileId: '1',
    userEmail: 'ines',
  });
  assert.deepEqual(await get(house, '/tag/list'), {
    tags: [{ id: state('starred') }, { id: 'user/-/label/News', type: 'folder', unread_count: 8 }],
  });
  assert.deepEqual(await get(house, '/preference/list'), { prefs: [] });
  assert.deepEqual(await get(house, '/preference/stream/list'), { streamprefs: {} });
  assert.deepEqual(await get(house, '/friend/list'), { friends: [] });
});
