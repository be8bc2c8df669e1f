// Answers that are made piece by piece.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { inPieces, listInPieces } from './in-pieces.ts';
import type { Call } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

const headers = { 'Content-Type': 'application/json' };
const MEGABYTE = 'é'.repeat(500_000);
/** Pieces that are made before anybody has taken one: two megabytes are waited for, and each stream holds one or two. */
const MOST_AHEAD = 12;

for (const [name, encoding] of [
  ['as it is', ''],
  ['packed', 'gzip'],
] as const) {
  test(`what is too long to be made at once is sent ${name}, and made no quicker than it is taken`, async () => {
    const { pieces, seen } = counted(100);
    const response = await inPieces(callOf(encoding), pieces, { headers });
    assert.equal(response instanceof WholeResponse, false);
    assert.equal(response.headers.get('Content-Encoding'), encoding || null);
    assert.ok(seen.made <= MOST_AHEAD, `${seen.made} pieces were made`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = (encoding ? gunzipSync(bytes) : bytes).toString();
    assert.ok(text === MEGABYTE.repeat(100), 'all pieces, in their order');
  });

  test(`who goes away before the end of what is sent ${name} lets no more pieces be made`, async () => {
    const { pieces, seen, ended } = counted(100);
    const { body } = await inPieces(callOf(encoding), pieces, { headers });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await ended;
    assert.ok(seen.made <= MOST_AHEAD, `${seen.made} pieces were made`);
  });
}

test('short pieces are one answer, with its length', async () => {
  const response = await inPieces(callOf('gzip'), some(['[1', ',2', ']']), { headers });
  assert.ok(response instanceof WholeResponse);
  assert.equal(response.whole?.toString(), '[1,2]');
});

test('a list of portions is JSON, whichever of them are empty', async () => {
  for (const portions of [[], [[]], [[], [1], []], [[1, 2], [], [3]], [[1], [2, 3]]]) {
    const pieces = listInPieces(some(portions), (each) => each.map(String));
    const written = (await Array.fromAsync(pieces)).join('');
    assert.deepEqual(JSON.parse(written), portions.flat());
  }
});

/** As many megabytes, each made when it is asked for. */
function counted(count: number): {
  pieces: AsyncGenerator<string>;
  seen: { made: number };
  ended: Promise<void>;
} {
  const seen = { made: 0 };
  const end = Promise.withResolvers<void>();
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (; seen.made < count; seen.made++) yield MEGABYTE;
    } finally {
      end.resolve();
    }
  }
  return { pieces: pieces(), seen, ended: end.promise };
}

async function* some<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

function callOf(encoding: string): Call {
  const request = new Request('http://host.invalid/', { headers: { 'Accept-Encoding': encoding } });
  return { request, url: new URL(request.url), params: {}, requestId: '', address: '', secure: true };
}
