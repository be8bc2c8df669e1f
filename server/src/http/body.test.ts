import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import { readBody } from './body.ts';

const options = { maxBytes: 10, action: 'create group' };

test('a body is read as UTF-8, also where a character comes in two pieces', async () => {
  const bytes = new TextEncoder().encode('grün ✓');
  assert.equal(await readBody(sent(bytes.subarray(0, 3), bytes.subarray(3)), options), 'grün ✓');
});

test('no body is an empty one', async () => {
  assert.equal(await readBody(new Request('http://host/', { method: 'POST' }), options), '');
});

test('a body of just the greatest length is taken', async () => {
  assert.equal(await readBody(sent(new Uint8Array(10).fill(97)), options), 'a'.repeat(10));
});

test('a body that grows past the limit is refused, and the rest of it called off', async () => {
  let cancelled = false;
  const request = sent(new Uint8Array(6), new Uint8Array(5), () => {
    cancelled = true;
  });
  await assert.rejects(readBody(request, options), isTooLarge);
  assert.equal(cancelled, true);
});

test('a body that says it is too long is refused unread', async () => {
  const request = new Request('http://host/', {
    method: 'POST',
    body: 'short',
    headers: { 'Content-Length': '11' },
  });
  await assert.rejects(readBody(request, options), isTooLarge);
  assert.equal(request.bodyUsed, false);
});

function isTooLarge(error: unknown): boolean {
  assert.ok(error instanceof Refusal);
  assert.deepEqual(
    [error.code, error.message],
    ['too-large', 'Cannot create group: the body is longer than 10 bytes'],
  );
  return true;
}

/** A request whose body arrives in pieces; a function among them is called when the body is cancelled. */
function sent(...pieces: (Uint8Array | (() => void))[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) if (typeof piece !== 'function') controller.enqueue(piece);
      if (!pieces.some((piece) => typeof piece === 'function')) controller.close();
    },
    cancel() {
      for (const piece of pieces) if (typeof piece === 'function') piece();
    },
  });
  return new Request('http://host/', { method: 'POST', body, duplex: 'half' });
}
