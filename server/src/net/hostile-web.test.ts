import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Clock, systemClock } from '../clock.ts';
import type { FailureReason } from './failure.ts';
import { openHostileOrigin, wholeFeed } from './testing/hostile-origin.ts';
import { openRawOrigin } from './testing/raw-http.ts';
import { openTestWeb } from './testing/test-web.ts';
import type { WebFailure } from './web.ts';

const limits = {
  connectTimeoutMs: 3_000,
  headersTimeoutMs: 2_000,
  bodyTimeoutMs: 2_000,
  redirectBodyTimeoutMs: 400,
};

const faults: [string, FailureReason][] = [
  ['no-answer', 'headers-timeout'],
  ['dripping-headers', 'headers-timeout'],
  ['dripping-body', 'deadline'],
  ['endless-103', 'deadline'],
  ['stalling-body', 'body-timeout'],
  ['endless-chunks', 'too-large'],
  ['endless-body', 'too-large'],
  ['huge-length', 'too-large'],
  ['gzip-bomb', 'too-large'],
  ['brotli-bomb', 'too-large'],
  ['double-gzip-bomb', 'too-large'],
  ['fifty-encodings', 'bad-encoding'],
  ['unknown-encoding', 'bad-encoding'],
  ['redirect-nowhere', 'bad-redirect'],
  ['redirect-to-file', 'bad-redirect'],
  ['huge-header', 'bad-response'],
  ['many-headers', 'bad-response'],
  ['length-too-long', 'reset'],
  ['chunk-end-missing', 'reset'],
  ['length-and-chunks', 'bad-response'],
  ['two-lengths', 'bad-response'],
  ['negative-length', 'bad-response'],
  ['nul-in-header', 'bad-response'],
  ['line-feeds-only', 'bad-response'],
  ['http-0.9', 'bad-response'],
  ['bad-status', 'bad-response'],
  ['ssh-banner', 'bad-response'],
  ['unasked-upgrade', 'reset'],
  ['reset-at-once', 'reset'],
  ['reset-in-body', 'reset'],
  ['closed-at-once', 'reset'],
  ['unasked-304', 'bad-response'],
];

for (const [path, reason] of faults) {
  test(`${path} comes to ${reason}, and the next fetch is fine`, async () => {
    await using origin = await openHostileOrigin();
    // Only the fault that no other limit ends gets a short deadline: the fetch afterwards has it as well.
    await using web = openTestWeb({ limits: reason === 'deadline' ? { deadlineMs: 4_000 } : limits });
    const failure = await web.fail(origin.url(`/${path}`));
    assert.equal(failure.reason, reason, failure.detail);
    assert.equal(failure.url, origin.url(`/${path}`));
    assert.equal(origin.requests.length, 1, 'asked once');
    // Only a connection over which the whole answer has come is kept.
    const cut = /bomb|encoding|redirect/.test(path) ? undefined : origin.requests[0]?.socket;
    if (cut?.closed === false) await new Promise((resolve) => cut.once('close', resolve));
    assert.equal((await web.get(origin.url('/fine'))).status, 200);
  });
}

test('a fetch may have a shorter deadline of its own, and never a longer one', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits: { deadlineMs: 400 } });
  for (const [deadlineMs, heldMs] of [
    [200, 200],
    [60_000, 400],
  ] as const) {
    const failure = await web.fail(origin.url('/dripping-body'), { deadlineMs });
    assert.equal(failure.reason, 'deadline');
    assert.match(failure.detail, new RegExp(` ${heldMs} ms$`));
  }
});

const oddities: [string, number, string, boolean?][] = [
  ['long-header', 200, wholeFeed],
  ['plain-as-gzip', 200, wholeFeed],
  ['junk-after-gzip', 200, wholeFeed, true],
  ['endless-redirect-body', 200, wholeFeed],
  ['stalling-redirect-body', 200, wholeFeed],
  ['length-too-short', 200, '<rs'],
  ['nothing-200', 200, ''],
  ['nothing-204', 204, ''],
  ['nothing-packed', 200, ''],
  ['part-206', 206, '<rss>'],
  ['challenge-403', 403, '<!doctype html>'],
];

for (const [path, status, body, isBroken] of oddities) {
  test(`${path} is an answer of ${status}, and the next fetch is fine`, async () => {
    await using origin = await openHostileOrigin();
    await using web = openTestWeb({ limits });
    const answer = await web.get(origin.url(`/${path}`));
    assert.equal(answer.status, status);
    assert.equal(Buffer.from(answer.body).toString(), body);
    assert.equal(answer.truncatedEncoding, isBroken);
    assert.equal((await web.get(origin.url('/fine'))).status, 200);
  });
}

const errors: [path: string, status: number, retryAfter?: string][] = [
  ['too-many-cut-short', 429, '86400'],
  ['too-many-reset', 429, '86400'],
  ['too-many-huge', 429, '86400'],
  ['too-many-zstd', 429, '86400'],
  ['busy-dripping', 503, '86400'],
  ['busy-stalling', 503, '86400'],
  ['busy-plain-as-br', 503, '86400'],
  ['busy-bomb', 503, '86400'],
  ['gone-cut-short', 410],
  ['gone-as-utf-8', 410],
];

for (const [path, status, retryAfter] of errors) {
  test(`${path} is an answer of ${status} all the same, without a body, and the next fetch is fine`, async () => {
    await using origin = await openHostileOrigin();
    await using web = openTestWeb({ limits });
    const answer = await web.get(origin.url(`/${path}`));
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('retry-after'), retryAfter);
    assert.equal(answer.body.length, 0);
    assert.equal((await web.get(origin.url('/fine'))).status, 200);
  });
}

test('a 503 whose body drips until the deadline is a 503', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits: { deadlineMs: 2_000, errorBodyTimeoutMs: 60_000 } });
  const { status, headers } = await web.get(origin.url('/busy-dripping'));
  assert.deepEqual([status, headers.get('retry-after')], [503, '86400']);
});

test('a 503 is no answer to whoever called the fetch off while its body came, but its headers were heard', async () => {
  await using origin = await openHostileOrigin();
  const { reason, head } = await calledOffDuring('errorBodyTimeoutMs', origin.url('/busy-dripping'));
  assert.deepEqual([reason, head?.status, head?.headers.get('retry-after')], ['aborted', 503, '86400']);
});

test('a failure tells what was heard before it: of a body that fails the headers, of a redirect and of silence nothing', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const headOf = async (path: string) => (await web.fail(origin.url(`/${path}`))).head;
  for (const path of ['huge-length', 'stalling-body', 'reset-in-body'])
    assert.equal((await headOf(path))?.status, 200, path);
  assert.equal((await headOf('unasked-304'))?.headers.get('etag'), '"1"');
  for (const path of ['redirect-for-ever', 'ssh-banner']) assert.equal(await headOf(path), undefined, path);
});

test('a redirect that is handed over as it came needs no body', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const answer = await web.get(origin.url('/stalling-redirect-body'), { followRedirects: false });
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/fine']);
});

test('a gzip body that breaks off gives what came', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const { body, truncatedEncoding } = await web.get(origin.url('/truncated-gzip'));
  assert.equal(truncatedEncoding, true);
  assert.ok(body.length > 100 && wholeFeed.startsWith(Buffer.from(body).toString()));
});

test('a body that came whole and packed is handed over as it came, too', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const { packed, body } = await web.get(origin.url('/whole-gzip'));
  assert.equal(packed?.packing, 'gzip');
  assert.deepEqual(gunzipSync(packed.bytes), Buffer.from(body));
  for (const path of ['/fine', '/truncated-gzip', '/plain-as-gzip', '/nothing-packed'])
    assert.equal((await web.get(origin.url(path))).packed, undefined, path);
});

test('a 304 is an answer when something was known', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const answer = await web.get(origin.url('/unasked-304'), { headers: { 'If-None-Match': '"1"' } });
  assert.equal(answer.status, 304);
  assert.equal(answer.headers.get('etag'), '"1"');
});

test('what a 304 says of a body is about another answer: it has none', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  const answer = await web.get(origin.url('/odd-304'), { headers: { 'If-None-Match': '"1"' } });
  assert.deepEqual([answer.status, answer.body.length], [304, 0]);
  assert.equal((await web.get(origin.url('/fine'))).status, 200);
  assert.equal(origin.connections(), 1, 'the connection is still good');
});

test('a caller may want less than the house would take', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb({ limits });
  assert.equal((await web.get(origin.url('/fine'), { maxBytes: wholeFeed.length })).status, 200);
  for (const path of ['/fine', '/endless-chunks']) {
    const failure = await web.fail(origin.url(path), { maxBytes: wholeFeed.length - 1 });
    assert.equal(failure.reason, 'too-large', path);
  }
  const packed = await web.fail(origin.url('/junk-after-gzip'), { maxBytes: wholeFeed.length - 1 });
  assert.equal(packed.reason, 'too-large');
});

test('endless bodies and bombs together leave the memory flat', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb();
  const before = process.memoryUsage().rss;
  const paths = ['/endless-chunks', '/endless-body', '/gzip-bomb', '/brotli-bomb', '/double-gzip-bomb'];
  await Promise.all(paths.map((path) => web.fail(origin.url(path), { maxBytes: 2 << 20 })));
  const grownMiB = (process.memoryUsage().rss - before) >> 20;
  assert.ok(grownMiB < 100, `${grownMiB} MiB`);
});

test('a fetch can be called off before, while nothing comes and in the body', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb();
  const early = await web.fail(origin.url('/fine'), { signal: AbortSignal.abort() });
  assert.equal(early.reason, 'aborted');
  assert.equal(origin.requests.length, 0);
  for (const [wait, path, heard] of [
    ['headersTimeoutMs', '/no-answer', undefined],
    ['bodyTimeoutMs', '/dripping-body', 200],
  ] as const) {
    const { reason, head } = await calledOffDuring(wait, origin.url(path));
    assert.deepEqual([reason, head?.status], ['aborted', heard], path);
  }
});

test('closing calls off what is under way, and nothing goes out after it', async () => {
  await using origin = await openHostileOrigin();
  const web = openTestWeb();
  const underWay = [web.fail(origin.url('/no-answer')), web.fail(origin.url('/dripping-body'))];
  await web.close();
  for (const failure of await Promise.all(underWay)) assert.equal(failure.reason, 'aborted');
  assert.equal((await web.fail(origin.url('/fine'))).reason, 'aborted');
});

test('the time for the beginning of an answer does not cut off its body', async () => {
  let goOn = (): void => {};
  await using origin = await openRawOrigin(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
    goOn = () => {
      if (socket.writable) socket.end('<rss>');
    };
  });
  const limits = { headersTimeoutMs: 3_600_000, bodyTimeoutMs: 7_200_000 };
  const running = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(ms, act) {
      if (ms === limits.bodyTimeoutMs) {
        // It runs out as soon as the body is waited for, which comes only then.
        for (const runOut of running) runOut();
        setImmediate(goOn);
      }
      if (ms !== limits.headersTimeoutMs) return systemClock.after(ms, act);
      running.add(act);
      return () => void running.delete(act);
    },
  };
  await using web = openTestWeb({ clock, limits });
  assert.equal(Buffer.from((await web.get(origin.url('/'))).body).toString(), '<rss>');
});

test('what is no web address is told, without a request', async () => {
  await using web = openTestWeb();
  for (const url of [
    '',
    'feed',
    '//example.com',
    'http://',
    'ftp://example.com/',
    `http://a.test/${'x'.repeat(5000)}`,
  ]) {
    const failure = await web.fail(url);
    assert.equal(failure.reason, 'bad-url', url);
  }
});

test('a failure does not tell user and password', async () => {
  await using origin = await openHostileOrigin();
  await using web = openTestWeb();
  const failure = await web.fail(origin.url('/closed-at-once').replace('//', '//myself:secret@'));
  assert.doesNotMatch(JSON.stringify(failure), /myself|secret/);
});

/** A fetch that is called off as soon as it waits for what the limit is about, however long it takes until then. */
async function calledOffDuring(
  wait: 'headersTimeoutMs' | 'bodyTimeoutMs' | 'errorBodyTimeoutMs',
  url: string,
): Promise<WebFailure> {
  const limitMs = 3_600_000;
  const caller = new AbortController();
  const clock: Clock = {
    ...systemClock,
    after(ms, act) {
      if (ms === limitMs) setImmediate(() => caller.abort());
      return systemClock.after(ms, act);
    },
  };
  await using web = openTestWeb({ clock, limits: { [wait]: limitMs } });
  return await web.fail(url, { signal: caller.signal });
}
