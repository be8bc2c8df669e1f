import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStandIn } from '../testing/stand-in-page.ts';
import { askEarly, takeEarly } from './early.ts';

test('what is asked for before the program is there is given up in the end, if no answer comes', async (t) => {
  const limit = new AbortController();
  t.mock.method(AbortSignal, 'timeout', () => limit.signal);
  // A connection that has died without a word.
  t.mock.method(globalThis, 'fetch', async (_: string, { signal }: RequestInit = {}) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  t.after(openStandIn());
  askEarly('/starred');
  const answer = takeEarly('https://read.example/api/app.courant.account/v1/me');
  assert.ok(answer);
  const outcome = Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  limit.abort(new DOMException('It took too long', 'TimeoutError'));
  await assert.rejects(outcome, { name: 'TimeoutError' });
});
