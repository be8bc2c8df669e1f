// Answers that are made piece by piece, as they may be larger than memory.
import { packed } from './packed.ts';
import type { Call } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

/** Up to this size an answer is made whole, with its length: far quicker than a stream, and enough for any ordinary page. */
const MOST_WHOLE_BYTES = 2_000_000;

/** Answers with the pieces: all together if they are short, otherwise each is made when the client has taken those before it. */
export async function inPieces(
  call: Call,
  pieces: AsyncGenerator<string>,
  answer: { headers: Record<string, string> },
): Promise<Response> {
  const made: Buffer[] = [];
  for (let bytes = 0; bytes <= MOST_WHOLE_BYTES; ) {
    const { done, value } = await pieces.next();
    if (done) return new WholeResponse(Buffer.concat(made), answer);
    const piece = Buffer.from(value);
    made.push(piece);
    bytes += piece.byteLength;
  }
  return packed(call, after(made, pieces), answer);
}

/** A list as JSON. `write` makes the entries of a portion. */
export async function* listInPieces<Entry>(
  portions: AsyncIterable<readonly Entry[]>,
  write: (portion: readonly Entry[]) => readonly string[] | Promise<readonly string[]>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const portion of portions) {
    const written = await write(portion);
    if (written.length === 0) continue;
    yield before + written.join();
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** First what is made already. Whoever ends this ends the pieces as well. */
async function* after(made: Buffer[], pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (const piece of made.splice(0)) yield piece.toString();
    yield* pieces;
  } finally {
    await pieces.return(undefined);
  }
}
