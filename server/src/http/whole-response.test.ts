import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WholeResponse } from './whole-response.ts';

const whole = Buffer.from('{"grün":1}');

test('whoever expects a Response finds its body in each of its shapes', async () => {
  const response: Response = new WholeResponse(whole, { status: 201, headers: { 'X-A': 'b' } });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('x-a'), 'b');
  assert.deepEqual(await response.json(), { grün: 1 });
  assert.equal(await response.text(), '{"grün":1}');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), whole);
  assert.equal(await new Response(response.body).text(), '{"grün":1}');
});

test('a copy has fields of its own', async () => {
  const first = new WholeResponse('one', { headers: { 'X-A': 'b' } });
  const second = first.clone();
  second.headers.set('X-A', 'c');
  assert.equal(first.headers.get('X-A'), 'b');
  assert.equal(await second.text(), 'one');
});

test('a value becomes JSON that says what it is, unless the caller has said so', async () => {
  const response = WholeResponse.json({ a: 1 }, { status: 400 });
  assert.equal(response.status, 400);
  assert.equal(response.ok, false);
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.deepEqual(await response.json(), { a: 1 });
  const named = WholeResponse.json(1, { headers: { 'Content-Type': 'application/problem+json' } });
  assert.equal(named.headers.get('content-type'), 'application/problem+json');
});
