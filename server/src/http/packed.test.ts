// Answers that are compressed on the way out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { packed, packedWhole } from './packed.ts';
import type { Call } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

function callOf(accepts?: string, method = 'GET'): Call {
  const headers = accepts === undefined ? {} : { 'Accept-Encoding': accepts };
  const request = new Request('http://host.invalid/', { method, headers });
  return { request, url: new URL(request.url), params: {}, requestId: '', address: '', secure: true };
}

async function* pieces(): AsyncGenerator<string> {
  for (let piece = 0; piece < 100; piece++) yield `${'é'.repeat(100)}\n`;
}

const whole = `${'é'.repeat(100)}\n`.repeat(100);
const headers = { 'Content-Type': 'text/plain' };

const wanting = ['gzip', 'br, gzip;q=0.5', 'GZip', 'gzip ; q=0.001'];
const others = [undefined, 'br', 'gzip;q=0', 'gzip; Q=0.000', 'xgzip'];
for (const accepts of [...wanting, ...others]) {
  const isPacked = accepts !== undefined && wanting.includes(accepts);
  test(`a client that says ${accepts ?? 'nothing'} is answered ${isPacked ? 'packed' : 'plainly'}`, async () => {
    for (const body of [whole, pieces()]) {
      const answer = await packed(callOf(accepts), body, { headers });
      assert.equal(answer.headers.get('Content-Encoding'), isPacked ? 'gzip' : null);
      assert.equal(answer.headers.get('Vary'), 'Accept-Encoding');
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal((isPacked ? gunzipSync(bytes) : bytes).toString(), whole);
    }
  });
}

test('nothing is packed for who asks for the headers alone', async () => {
  const call = callOf('gzip', 'HEAD');
  const made = new WholeResponse(whole, { headers });
  for (const answer of [
    await packed(call, whole, { headers }),
    await packed(call, pieces(), { headers }),
    await packedWhole(call, made),
  ]) {
    assert.equal(answer.headers.get('Content-Encoding'), null);
    assert.equal(answer.headers.get('Vary'), 'Accept-Encoding');
    await answer.body?.cancel();
  }
});

test('what is short is not worth it', async () => {
  const answer = await packed(callOf('gzip'), 'OK', { headers });
  assert.deepEqual([answer.headers.get('Content-Encoding'), await answer.text()], [null, 'OK']);
  const short = new WholeResponse('OK', { headers });
  const nothing = new WholeResponse(null, { status: 204 });
  for (const each of [short, nothing]) assert.equal(await packedWhole(callOf('gzip'), each), each);
});

test('an answer that is at hand is packed without losing its status and its headers', async () => {
  // The longer one is packed in another thread.
  for (const text of [whole, whole.repeat(20)]) {
    const made = new WholeResponse(text, { status: 201, headers: { ...headers, ETag: 'W/"1"' } });
    const answer = await packedWhole(callOf('gzip'), made);
    assert.deepEqual([answer.status, answer.headers.get('ETag')], [201, 'W/"1"']);
    assert.equal(answer.headers.get('Content-Encoding'), 'gzip');
    assert.equal(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString(), text);
    const plain = await packedWhole(callOf('br'), made);
    assert.deepEqual(
      [plain.headers.get('Content-Encoding'), plain.headers.get('Vary')],
      [null, 'Accept-Encoding'],
    );
    assert.equal(await plain.text(), text);
  }
});

test('a fault half way breaks the answer off', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'x';
    throw new Error('no');
  }
  for (const accepts of ['gzip', 'br']) {
    const answer = await packed(callOf(accepts), broken(), { headers });
    await assert.rejects(answer.arrayBuffer());
  }
});

test('pieces are not made for a client that has gone', async () => {
  let made = 0;
  async function* endless(): AsyncGenerator<string> {
    for (;;) {
      made += 1;
      yield 'x'.repeat(10_000) + Math.random();
    }
  }
  const answer = await packed(callOf('gzip'), endless(), { headers });
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const before = made;
  await new Promise(setImmediate);
  assert.ok(made <= before + 10);
});
