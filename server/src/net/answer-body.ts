// The body of an answer, unpacked; and none, where the headers have said everything already.

import { type DecodedBody, decodeBody } from './decode-body.ts';
import { type Asker, type Exchange, readBody } from './exchange.ts';
import { brokenFetch } from './failure.ts';

export interface AnswerBody extends DecodedBody {
  /** What it came to on the wire. */
  wireBytes: number;
}

export interface Wanted {
  /** Of the unpacked body. */
  maxBytes: number;
  signal: AbortSignal;
}

const none: AnswerBody = { bytes: new Uint8Array(), isBroken: false, wireBytes: 0 };

/**
 * Throws `BrokenFetch` where the body matters. What is no success says in its headers what it asks of us (that it is
 * gone, how long to stay away, where to go instead), and a broken page beside that takes none of it back.
 */
export async function bodyOf(answer: Exchange, asker: Asker, wanted: Wanted): Promise<AnswerBody> {
  const { signal } = wanted;
  if (answer.status === 304) {
    // RFC 9110 §15.4.5: it has none, and what it says of length and packing is about the document that we have.
    await readBody(answer, asker, { maxBytes: Number.POSITIVE_INFINITY, signal });
    return none;
  }
  if (answer.status < 300) return unpacked(answer, asker, wanted);
  try {
    return await unpacked(answer, asker, { ...wanted, timeoutMs: asker.limits.errorBodyTimeoutMs });
  } catch (thrown) {
    const broken = brokenFetch(signal.aborted ? signal.reason : thrown);
    if (broken === undefined || broken.reason === 'aborted') throw thrown;
    return none;
  }
}

async function unpacked(
  answer: Exchange,
  asker: Asker,
  { maxBytes, ...patience }: Wanted & { timeoutMs?: number },
): Promise<AnswerBody> {
  const { maxWireBytes, maxEncodings } = asker.limits;
  const wire = await readBody(answer, asker, { ...patience, maxBytes: Math.min(maxBytes, maxWireBytes) });
  const contentEncoding = answer.headers.get('content-encoding') ?? '';
  const decoded = await decodeBody(wire, contentEncoding, { maxBytes, maxEncodings });
  return { ...decoded, wireBytes: wire.length };
}
