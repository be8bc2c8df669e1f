import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outcome, sentenceOf } from '../../model/visit.ts';
import type { WebResponse } from '../../net/web.ts';
import { judge, validatorsAfter } from './judge.ts';

const URL = 'https://example.com/feed';

const refusals: [status: number, headers: Record<string, string>, why: string][] = [
  [401, {}, 'needs-login'],
  [403, {}, 'forbidden'],
  [403, { 'cf-mitigated': 'challenge' }, 'bot-wall'],
  [503, { 'cf-mitigated': 'challenge' }, 'bot-wall'],
  [200, { 'cf-mitigated': 'challenge' }, 'bot-wall'],
  [429, { 'x-vercel-mitigated': 'challenge' }, 'bot-wall'],
  [403, { 'x-vercel-mitigated': 'deny' }, 'forbidden'],
  [202, { 'x-amzn-waf-action': 'challenge' }, 'bot-wall'],
  [405, { 'x-amzn-waf-action': 'captcha' }, 'bot-wall'],
  [404, {}, 'not-found'],
  [429, {}, 'too-many'],
  [400, {}, 'other'],
  [418, {}, 'other'],
];
for (const [status, headers, why] of refusals) {
  test(`${status} ${JSON.stringify(headers)} is a refusal: ${why}`, () => {
    const outcome = failure(response(status, headers));
    assert.ok(outcome.kind === 'refused');
    assert.deepEqual([outcome.why, outcome.status], [why, status]);
  });
}

for (const status of [200, 203, 226]) {
  test(`a ${status} with a body is a document, without one it is empty`, () => {
    assert.equal(judge(response(status)).kind, 'document');
    assert.deepEqual(failure({ ...response(status), body: new Uint8Array() }), {
      kind: 'not-a-feed',
      why: 'empty',
    });
  });
}

for (const status of [204, 206, 300, 305]) {
  test(`row 26: ${status} is no answer to what was asked`, () => {
    const outcome = failure(response(status));
    assert.ok(outcome.kind === 'unreachable' && outcome.reason === 'odd-status');
  });
}

test('a 304 replaces the validators that it carries, and leaves the others as they were sent', () => {
  const sent = { url: URL, etag: '"a"', lastModified: 'yesterday' };
  for (const [headers, etag, lastModified] of [
    [{}, '"a"', 'yesterday'],
    [{ etag: '"b"' }, '"b"', 'yesterday'],
    [{ 'last-modified': 'today' }, '"a"', 'today'],
    [{ etag: '', 'last-modified': 'today' }, '"a"', 'today'],
    [{ etag: '"b"', 'last-modified': 'today' }, '"b"', 'today'],
  ] as const) {
    assert.deepEqual(validatorsAfter(response(304, headers), sent), { url: URL, etag, lastModified });
  }
});

test('every way of not reaching a site has one sentence', () => {
  const sentences = [
    'dns-not-found',
    'connect-refused',
    'connect-timeout',
    'blocked-address',
    'deadline',
  ] as const;
  assert.equal(new Set(sentences.map((reason) => sentenceOf({ kind: 'unreachable', reason }))).size, 1);
});

function failure(answer: WebResponse): Outcome {
  const judgement = judge(answer);
  assert.ok(judgement.kind === 'failed');
  return judgement.outcome;
}

function response(status: number, headers: Record<string, string> = {}): WebResponse {
  return {
    kind: 'response',
    status,
    url: URL,
    headers: new Map(Object.entries(headers)),
    body: new TextEncoder().encode('body'),
    redirects: [],
  };
}
