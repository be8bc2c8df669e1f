import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadsToSignIn } from './led-to-sign-in.ts';

test('a proxy that refuses what a page asks for leads to the sign-in, but not for ever, unless a person loads the page anew', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 20) });
  let type = 'navigate';
  t.mock.method(performance, 'getEntriesByType', () => [{ type }]);
  Object.assign(globalThis, { sessionStorage: {} });
  t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  const leads = (challenge: string): boolean =>
    leadsToSignIn(new Response('', { status: 401, headers: { 'WWW-Authenticate': challenge } }));
  const basic = 'Basic realm="Home"';
  assert.deepEqual([leads(basic), leads(basic), leads('Bearer')], [true, false, true]);
  type = 'reload';
  assert.equal(leads(basic), true);
  type = 'navigate';
  assert.equal(leads(basic), false);
  t.mock.timers.tick(10 * 60_000);
  assert.equal(leads(basic), true);
  for (const challenge of ['Bearer realm="Home"', 'Bearer error="invalid_token"'])
    assert.equal(leads(challenge), false, challenge);
});
