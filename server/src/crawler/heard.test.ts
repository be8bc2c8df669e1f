import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebAnswer } from '../net/web.ts';
import { asHeard } from './heard.ts';

const failure = { kind: 'failure', reason: 'dns-not-found', detail: '', redirects: [] } as const;
const gone = (name: string): WebAnswer => ({ ...failure, url: `https://${name}/feed` });
const there: WebAnswer = {
  kind: 'response',
  status: 200,
  url: 'https://example.com/feed',
  headers: new Map(),
  body: new Uint8Array(),
  redirects: [],
};
const ledAway: WebAnswer = {
  ...failure,
  url: 'https://gone.example.com/feed',
  redirects: [{ status: 302, from: 'https://example.com/', to: 'https://gone.example.com/feed' }],
};

test('names of three hosts that do not exist say nothing of them, unless a site has answered between', () => {
  const [a, wwwOfA, b, c] = [gone('a.org'), gone('www.a.org'), gone('b.org'), gone('c.org')];
  for (const [answers, reason] of [
    [[a, b, c], 'dns-failed'],
    [[a, b, c, a], 'dns-failed'],
    [[a, b, wwwOfA], 'dns-not-found'],
    [[a, b, there, c], 'dns-not-found'],
    [[a, b, ledAway, c], 'dns-not-found'],
    [[a, b, c, there, a], 'dns-not-found'],
  ] as const) {
    const heard = { at: undefined, missing: new Set<string>() };
    const last = answers.map((answer) => asHeard(heard, answer)).at(-1);
    assert.equal(last?.kind === 'failure' && last.reason, reason);
  }
});
