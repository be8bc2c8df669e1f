import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WholeResponse } from './whole-response.ts';

const whole = Buffer.from('{"grün":1}');

test('whoever expects a Response finds its body in each of its shapes', async () => {
  const response = new WholeResponse(whole, { status: 201, headers: { 'X-A': 'b' } });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('x-a'), 'b');
  assert.deepEqual(await response.json(), { grün: 1 });
  assert.equal(await response.text(), '{"grün":1}');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), whole);
  assert.equal(await new Response(response.body).text(), '{"grün":1}');
});
