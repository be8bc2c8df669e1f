import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webLimits } from './limits.ts';
import { withCredentialsOf } from './redirects.ts';
import { openRawOrigin, type RawOrigin, say } from './testing/raw-http.ts';
import { openTestWeb } from './testing/test-web.ts';
import type { Hop } from './web.ts';

/** `/302/301/end` answers 302 to `/301/end`, which answers 301 to `/end`, which answers 200. */
function openChain(): Promise<RawOrigin> {
  return openRawOrigin(({ socket, path }) => {
    const [, status, rest] = /^\/(\d{3})(\/.*)$/.exec(path) ?? [];
    if (status === undefined) say(socket, '200 OK', ['ETag: "e"'], path);
    else say(socket, `${status} Elsewhere`, [`Location: ${rest}`], 'see there');
  });
}

/** Answers every path with this Location. */
function openPointer(location: (path: string) => string): Promise<RawOrigin> {
  return openRawOrigin(({ socket, path }) => {
    if (path === '/end' || path.startsWith('/end?')) say(socket, '200 OK', [], 'end');
    else say(socket, '302 Found', [`Location: ${location(path)}`]);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is followed`, async () => {
    await using origin = await openChain();
    await using web = openTestWeb();
    const answer = await web.get(origin.url(`/${status}/end`));
    assert.equal(Buffer.from(answer.body).toString(), '/end');
    assert.equal(answer.url, origin.url('/end'));
    assert.deepEqual(answer.redirects, [
      { status, from: origin.url(`/${status}/end`), to: origin.url('/end') },
    ]);
  });
}

const permanence: [string, string | undefined][] = [
  ['/end', undefined],
  ['/301/end', '/end'],
  ['/308/end', '/end'],
  ['/302/end', undefined],
  ['/303/end', undefined],
  ['/307/end', undefined],
  ['/301/308/end', '/end'],
  ['/301/302/end', '/302/end'],
  ['/301/301/307/301/end', '/307/301/end'],
  ['/302/301/end', undefined],
];

for (const [path, end] of permanence) {
  test(`the way ${path} is for good up to ${end ?? 'nowhere'}`, async () => {
    await using origin = await openChain();
    await using web = openTestWeb();
    const answer = await web.get(origin.url(path));
    assert.equal(answer.permanentUrl, end === undefined ? undefined : origin.url(end));
  });
}

test('five redirects are followed, six are not', async () => {
  await using origin = await openChain();
  await using web = openTestWeb();
  assert.equal((await web.get(origin.url('/302/302/302/302/302/end'))).redirects.length, 5);
  const failure = await web.fail(origin.url('/302/302/302/302/302/302/end'));
  assert.equal(failure.reason, 'too-many-redirects');
  assert.equal(origin.requests.length, 6 + 6);
});

test('a circle is noticed at once, to itself and over a detour', async () => {
  await using origin = await openPointer((path) => (path === '/a' ? '/b' : path === '/b' ? '/a' : path));
  await using web = openTestWeb();
  assert.equal((await web.fail(origin.url('/self'))).reason, 'redirect-loop');
  assert.equal(origin.requests.length, 1);
  const failure = await web.fail(origin.url('/a'));
  assert.equal(failure.reason, 'redirect-loop');
  assert.equal(failure.redirects.length, 2);
  assert.equal(origin.requests.length, 3);
});

test('a fragment does not make a circle a way', async () => {
  await using origin = await openPointer((path) => `${path}#again`);
  await using web = openTestWeb();
  assert.equal((await web.fail(origin.url('/self'))).reason, 'redirect-loop');
});

for (const location of [
  '',
  'http://',
  'http://[::1',
  'http://a b/',
  'file:///etc/passwd',
  'ftp://x/',
  'javascript:1',
]) {
  test(`a redirect to "${location}" is a clear failure`, async () => {
    await using origin = await openPointer(() => location);
    await using web = openTestWeb();
    const failure = await web.fail(origin.url('/'));
    assert.equal(failure.reason, 'bad-redirect');
  });
}

test('a redirect to an address that is longer than any that is asked is a clear failure', async () => {
  await using origin = await openPointer(() => `/${'a'.repeat(webLimits.maxUrlLength)}`);
  await using web = openTestWeb();
  assert.equal((await web.fail(origin.url('/'))).reason, 'bad-redirect');
  assert.equal(origin.requests.length, 1);
});

for (const [kind, length] of [
  ['is too long', 1_000_000],
  ['does not come', 10],
] as const) {
  test(`a redirect is followed though its body ${kind}`, async () => {
    await using origin = await openRawOrigin(({ socket, path }) => {
      if (path === '/end') say(socket, '200 OK');
      else socket.write(`HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: ${length}\r\n\r\n`);
    });
    const redirectBodyTimeoutMs = length === 10 ? 50 : 100_000;
    await using web = openTestWeb({ limits: { bodyTimeoutMs: 100_000, redirectBodyTimeoutMs } });
    assert.equal((await web.get(origin.url('/'), { deadlineMs: 10_000 })).status, 200);
  });
}

test('a redirect that does not say where to is a clear failure', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '301 Moved Permanently'));
  await using web = openTestWeb();
  const { reason, detail } = await web.fail(origin.url('/'));
  assert.deepEqual([reason, detail], ['bad-redirect', 'the answer is 301 without saying where to']);
});

for (const [location, path] of [
  ['./../end', '/end'],
  ['../end?a=1&b', '/end?a=1&b'],
  [Buffer.from('/end?q=\u00e9').toString('latin1'), '/end?q=%C3%A9'],
  ['/end?q=\u00e9', '/end?q=%C3%A9'],
  ['/end#part', '/end'],
  ['//127.0.0.1:PORT/end', '/end'],
] as const) {
  test(`Location "${location}" leads to ${path}`, async () => {
    let port = 0;
    await using origin = await openPointer(() => location.replace('PORT', `${port}`));
    port = origin.port;
    await using web = openTestWeb();
    assert.equal((await web.get(origin.url('/dir/feed'))).url, origin.url(path));
    assert.equal(origin.requests[1]?.path, path);
  });
}

test('a redirect that is not to be followed is handed over', async () => {
  await using origin = await openChain();
  await using web = openTestWeb();
  const answer = await web.get(origin.url('/301/end'), { followRedirects: false });
  assert.equal(answer.status, 301);
  assert.equal(answer.headers.get('location'), '/end');
  assert.equal(origin.requests.length, 1);
});

test('a POST goes on as it is with 307 and 308, and no further with the others', async () => {
  await using origin = await openChain();
  await using web = openTestWeb();
  for (const status of [307, 308]) {
    const answer = await web.get(origin.url(`/${status}/hub`), {
      method: 'POST',
      body: 'hub.mode=subscribe',
    });
    assert.equal(answer.url, origin.url('/hub'));
    assert.equal(origin.requests.at(-1)?.line, 'POST /hub');
    assert.equal(origin.requests.at(-1)?.body, 'hub.mode=subscribe');
  }
  for (const status of [301, 302, 303]) {
    assert.equal((await web.get(origin.url(`/${status}/hub`), { method: 'POST', body: 'x' })).status, status);
  }
});

test('validators stay with the URL that was asked for', async () => {
  await using origin = await openChain();
  await using web = openTestWeb();
  await web.get(origin.url('/302/end'), { headers: { 'If-None-Match': '"a"', 'If-Modified-Since': 'then' } });
  assert.deepEqual(validatorsOf(origin), [
    ['"a"', 'then'],
    [undefined, undefined],
  ]);
});

test('validators of a redirect’s target go to the target only', async () => {
  await using origin = await openChain();
  await using web = openTestWeb();
  await web.get(origin.url('/302/end'), {
    headers: { 'if-none-match': '"b"' },
    validatorsFor: origin.url('/end#x'),
  });
  assert.deepEqual(validatorsOf(origin), [
    [undefined, undefined],
    ['"b"', undefined],
  ]);
});

test('authorization and the URL’s password stay with the origin, and who asks is told everywhere', async () => {
  await using foreign = await openRawOrigin(({ socket }) => say(socket, '200 OK'));
  await using origin = await openRawOrigin(({ socket, path, header }) => {
    // Most servers write whole addresses, without the password.
    const to = path === '/1' ? `http://${header('host')}/2` : foreign.url('/3');
    say(socket, '301 Moved Permanently', [`Location: ${to}`]);
  });
  await using web = openTestWeb();
  await web.get(origin.url('/1'), { headers: { Authorization: 'Bearer secret', 'User-Agent': 'Courant/1' } });
  assert.deepEqual(
    origin.requests.map((request) => request.header('authorization')),
    ['Bearer secret', 'Bearer secret'],
  );
  const answer = await web.get(origin.url('/1').replace('//', '//me:secret@'));
  assert.equal(origin.requests[3]?.header('authorization'), `Basic ${btoa('me:secret')}`);
  assert.equal(answer.redirects[0]?.to, origin.url('/2').replace('//', '//me:secret@'));
  for (const request of foreign.requests) assert.equal(request.header('authorization'), undefined);
  assert.equal(foreign.requests[0]?.header('user-agent'), 'Courant/1');
  assert.equal(answer.url, foreign.url('/3'));
  assert.equal(foreign.requests.length, 2);
});

test('no cookie comes along', async () => {
  await using origin = await openRawOrigin(({ socket, path }) => {
    if (path === '/end') say(socket, '200 OK');
    else say(socket, '302 Found', ['Location: /end', 'Set-Cookie: id=1']);
  });
  await using web = openTestWeb();
  await web.get(origin.url('/'));
  assert.equal(origin.requests[1]?.header('cookie'), undefined);
  assert.equal(origin.requests[1]?.header('referer'), undefined);
});

function validatorsOf({ requests }: RawOrigin): (string | undefined)[][] {
  return requests.map((request) => [request.header('if-none-match'), request.header('if-modified-since')]);
}

test('credentials go along within their own site, and not where others are named', () => {
  const from = new URL('https://ines:geheim@some.example/feed');
  for (const [to, follows] of [
    ['https://some.example/feed/', 'https://ines:geheim@some.example/feed/'],
    ['https://otto@some.example/feed/', 'https://otto@some.example/feed/'],
    ['https://:other@some.example/feed/', 'https://:other@some.example/feed/'],
    ['https://www.some.example/feed', 'https://www.some.example/feed'],
    ['https://some.example:8443/feed', 'https://some.example:8443/feed'],
    ['http://some.example/feed', 'http://some.example/feed'],
  ] as const) {
    assert.equal(withCredentialsOf(from, new URL(to)).href, follows);
  }
});

test('a redirect is not followed when the rest of the way would be broken off', async () => {
  const asked: string[] = [];
  await using origin = await openRawOrigin(({ socket, path }) => {
    asked.push(path);
    say(socket, '302 Found', ['Location: /end']);
  });
  await using web = openTestWeb();
  const { reason, redirects } = await web.fail(origin.url('/'), { deadlineMs: webLimits.leastHopMs - 100 });
  assert.deepEqual([reason, redirects.length, asked], ['deadline', 1, ['/']]);
});

test('whoever decides whether a redirect is followed is told what the answer says that leads there', async () => {
  await using origin = await openRawOrigin(({ socket, path }) => {
    if (path === '/end') say(socket, '200 OK', [], 'end');
    else say(socket, '302 Found', ['Location: /end', 'X-RateLimit-Remaining: 0']);
  });
  await using web = openTestWeb();
  const hops: (string | undefined)[] = [];
  const mayFollow = async (to: string, { url, headers }: Hop): Promise<boolean> => {
    hops.push(url, to, headers.get('x-ratelimit-remaining'));
    return false;
  };
  assert.equal((await web.fail(origin.url('/'), { mayFollow })).reason, 'resting');
  assert.deepEqual(hops, [origin.url('/'), origin.url('/end'), '0']);
});
