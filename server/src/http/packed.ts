// Compresses answers (gzip) where the client accepts that, either whole or while they are produced.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync } from 'node:zlib';
import type { Asked } from './asked.ts';
import type { Call } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

/** Below one packet, compression gains nothing. */
const LEAST_BYTES = 1_000;
/** Text shrinks to a third with little work; the last tenth costs three times as much. */
const LEVEL = 3;

/** Up to this size we compress at once, in a millisecond or two: on a busy machine another thread would get to it later than that. */
const AT_ONCE_BYTES = 131_072;

const packElsewhere = promisify(gzip);

/** Answers with a text, or with pieces of one that are produced as the client reads them. */
export async function packed(
  call: Call,
  body: string | AsyncIterable<string>,
  { headers }: { headers: Record<string, string> },
): Promise<Response> {
  if (typeof body === 'string') return packedWhole(call, new WholeResponse(body, { headers }));
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  if (!isWanted(call)) return new Response(streamOf(Readable.from(encoded(body))), { headers: varying });
  const zip = createGzip({ level: LEVEL });
  // The reader learns of a fault from the broken stream.
  pipeline(Readable.from(encoded(body)), zip).catch((error: Error) => zip.destroy(error));
  return new Response(streamOf(zip), { headers: { ...varying, 'Content-Encoding': 'gzip' } });
}

/** The same for a finished answer: compressed where the client accepts that and it is worth it. */
export async function packedWhole(call: Call, response: Response): Promise<Response> {
  if (!(response instanceof WholeResponse)) return response;
  const { whole } = response;
  if (whole === null || whole.byteLength < LEAST_BYTES) return response;
  const isPacked = isWanted(call);
  // A new one, because the original may be kept and given to others.
  const answer = new WholeResponse(isPacked ? await packWhole(whole) : whole, response);
  answer.headers.set('Vary', 'Accept-Encoding');
  if (isPacked) answer.headers.set('Content-Encoding', 'gzip');
  return answer;
}

/** Whether an answer to this is compressed, if it is worth it. */
export function isWanted({ request }: Call): boolean {
  return accepts(request, 'gzip') && request.method !== 'HEAD';
}

/** Whether the client names an encoding among those that it accepts (RFC 9110, 12.5.3); `q=0` refuses it. */
export function accepts(request: Asked, encoding: string): boolean {
  return (request.headers.get('Accept-Encoding') ?? '').split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

async function packWhole(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const isLittle = bytes.byteLength <= AT_ONCE_BYTES;
  return new Uint8Array(
    isLittle ? gzipSync(bytes, { level: LEVEL }) : await packElsewhere(bytes, { level: LEVEL }),
  );
}

export async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

function streamOf(readable: Readable): ReadableStream {
  return ReadableStream.from(readable);
}
