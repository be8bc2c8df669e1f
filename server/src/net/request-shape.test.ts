import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { openRawOrigin, say } from './testing/raw-http.ts';
import { openTestWeb } from './testing/test-web.ts';

test('a request carries its few headers and no others', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', ['Set-Cookie: id=1'], 'x'));
  await using web = openTestWeb();
  for (const path of ['/feed?b=2&a=1#part', '/feed?b=2&a=1']) await web.fetch({ url: origin.url(path) });
  for (const { line, headerLines } of origin.requests) {
    assert.equal(line, 'GET /feed?b=2&a=1');
    assert.deepEqual(headerLines.map((text) => text.toLowerCase()).toSorted(), [
      'accept-encoding: gzip, br',
      'accept: application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
        'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.5, */*;q=0.1',
      'connection: keep-alive',
      `host: 127.0.0.1:${origin.port}`,
      'user-agent: courant/1 (+https://courant.test/bot)',
    ]);
  }
  assert.equal(origin.requests.length, 2);
});

test('the connection of a last request is closed with its answer, and that of another is kept', async () => {
  // The origin offers to keep the connection.
  await using origin = await openRawOrigin(({ socket }) =>
    say(socket, '200 OK', ['Connection: keep-alive'], 'x'),
  );
  await using web = openTestWeb();
  for (const isLast of [false, true, false]) await web.get(origin.url('/'), { isLast });
  assert.deepEqual(
    origin.requests.map(({ connection, header }) => [connection, header('connection')]),
    [
      [1, 'keep-alive'],
      [1, 'close'],
      [2, 'keep-alive'],
    ],
  );
});

test('Accept and User-Agent can be the caller’s', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK'));
  await using web = openTestWeb();
  await web.fetch({
    url: origin.url('/'),
    headers: { Accept: 'image/*', 'User-Agent': 'Courant/1 (12 subscribers)' },
  });
  assert.equal(origin.requests[0]?.header('accept'), 'image/*');
  assert.equal(origin.requests[0]?.header('user-agent'), 'Courant/1 (12 subscribers)');
  assert.equal(origin.requests[0]?.headerLines.length, 5);
});

const oddEtags = [
  ['quoted', '"abc"'],
  ['weak', 'W/"abc"'],
  ['lower-case weak', 'w/"abc"'],
  ['of Apache with deflate', '"2a-5f-gzip"'],
  ['of Apache with semicolon', '"2a-5f;gz"'],
  ['unquoted', 'abc123'],
  ['half quoted', '"abc'],
  ['with blanks and a tab inside', '"a b\tc"'],
  ['with commas', '"a","b"'],
  ['empty', '""'],
  ['beyond ASCII, as UTF-8', Buffer.from('"\u00e9t\u00e9-\u96ea"', 'utf8').toString('latin1')],
  ['beyond ASCII, as latin1', '"\u00e9\u00ff\u0080"'],
  ['with quotes inside', '"a"b\\"c"'],
  ['very long', `"${'x'.repeat(4000)}"`],
] as const;

for (const [name, etag] of oddEtags) {
  test(`an ETag goes back byte for byte: ${name}`, async () => {
    await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', [`ETag: ${etag}`], 'x'));
    await using web = openTestWeb();
    const first = await web.get(origin.url('/'));
    assert.equal(first.headers.get('etag'), etag);
    await web.fetch({ url: origin.url('/'), headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    assert.equal(origin.requests[1]?.header('if-none-match'), etag);
  });
}

test('odd dates go back as they came', async () => {
  const dates = [
    '2024-01-01 00:00',
    'mon, 01 jan 2024 00:00:00 gmt',
    'Thu, 01 Jan 2041 00:00:00 GMT',
    '0',
    'never',
  ];
  await using origin = await openRawOrigin(({ socket, path }) =>
    say(socket, '200 OK', [`Last-Modified: ${dates[Number(path.slice(1))]}`], 'x'),
  );
  await using web = openTestWeb();
  for (const [index, date] of dates.entries()) {
    const { headers } = await web.get(origin.url(`/${index}`));
    await web.fetch({
      url: origin.url('/0'),
      headers: { 'if-modified-since': headers.get('last-modified') ?? '' },
    });
    assert.equal(origin.requests.at(-1)?.header('if-modified-since'), date);
  }
});

test('blanks around a header value are no part of it', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', ['ETag:  \t "a" \t ']));
  await using web = openTestWeb();
  assert.equal((await web.get(origin.url('/'))).headers.get('etag'), '"a"');
});

test('of two ETags the first counts, of lists all do, and cookies never', async () => {
  const lines = ['ETag: "1"', 'ETag: "2"', 'Link: <a>; rel=hub', 'Link: <b>; rel=self', 'Set-Cookie: a=b'];
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', lines));
  await using web = openTestWeb();
  const { headers } = await web.get(origin.url('/'));
  assert.equal(headers.get('etag'), '"1"');
  assert.equal(headers.get('link'), '<a>; rel=hub, <b>; rel=self');
  assert.equal(headers.has('set-cookie'), false);
});

test('user and password of a URL go out as Basic authorization and not in the path', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK'));
  await using web = openTestWeb();
  await web.fetch({ url: origin.url('/feed').replace('//', '//m%C3%BCller:a%3Ab@') });
  assert.equal(origin.requests[0]?.line, 'GET /feed');
  assert.equal(origin.requests[0]?.header('authorization'), `Basic ${btoa('mÃ¼ller:a:b')}`);
  // Many sites give out a token in place of one of the two.
  for (const [written, sent] of [
    ['token@', 'token:'],
    [':token@', ':token'],
  ] as const) {
    await web.fetch({ url: origin.url('/feed').replace('//', `//${written}`) });
    assert.equal(origin.requests.at(-1)?.header('authorization'), `Basic ${btoa(sent)}`);
  }
});

test('a POST carries its body', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '202 Accepted'));
  await using web = openTestWeb();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await web.get(origin.url('/hub'), { method: 'POST', body: 'hub.mode=subscribe', headers });
  assert.equal(answer.status, 202);
  assert.equal(origin.requests[0]?.line, 'POST /hub');
  assert.equal(origin.requests[0]?.body, 'hub.mode=subscribe');
  assert.equal(origin.requests[0]?.header('content-type'), 'application/x-www-form-urlencoded');
});

test('one connection serves one host’s visits one after the other', async () => {
  await using origin = await openRawOrigin(({ socket, path }) => {
    if (path === '/moved') say(socket, '301 Moved Permanently', ['Location: /feed'], 'see there');
    else say(socket, '200 OK', [], 'x');
  });
  await using web = openTestWeb();
  // That of the crawler lasts as long as the service.
  const { signal } = new AbortController();
  for (const path of ['/1', '/moved', '/2']) await web.get(origin.url(path), { signal });
  assert.equal(origin.requests.length, 4);
  assert.equal(origin.connections(), 1);
  assert.equal(getEventListeners(signal, 'abort').length, 0, 'no visit is remembered');
});

test('a 503 is asked for once and not again', async () => {
  await using origin = await openRawOrigin(({ socket }) =>
    say(socket, '503 Service Unavailable', ['Retry-After: 1']),
  );
  await using web = openTestWeb();
  const answer = await web.get(origin.url('/'));
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.equal(origin.requests.length, 1);
});

test('a header with a line break is the caller’s bug', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK'));
  await using web = openTestWeb();
  await assert.rejects(web.fetch({ url: origin.url('/'), headers: { 'if-none-match': 'a\r\nb: c' } }));
  assert.equal(origin.requests.length, 0);
});
