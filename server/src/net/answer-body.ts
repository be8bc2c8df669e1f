// Reads the body of an answer and unpacks it; an empty body where the headers say everything already.

import { type DecodedBody, decodeBody } from './decode-body.ts';
import { type Asker, type Exchange, readBody } from './exchange.ts';
import { brokenFetch } from './failure.ts';

interface Wanted {
  /** Limit for the unpacked body. */
  maxBytes: number;
  signal: AbortSignal;
}

const none: DecodedBody = { bytes: new Uint8Array(), isBroken: false };

/**
 * Throws `BrokenFetch` only where the body matters. An answer that is not a success says in its headers what it asks of us
 * (that it is gone, how long to stay away, where to go instead), and a broken body does not change that.
 */
export async function bodyOf(answer: Exchange, asker: Asker, wanted: Wanted): Promise<DecodedBody> {
  const { signal } = wanted;
  if (answer.status === 304) {
    // RFC 9110 §15.4.5: it has no body, and its length and encoding describe the document that we already have.
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
): Promise<DecodedBody> {
  const { maxWireBytes, maxEncodings } = asker.limits;
  const wire = await readBody(answer, asker, { ...patience, maxBytes: Math.min(maxBytes, maxWireBytes) });
  const contentEncoding = answer.headers.get('content-encoding') ?? '';
  return decodeBody(wire, contentEncoding, { maxBytes, maxEncodings });
}
