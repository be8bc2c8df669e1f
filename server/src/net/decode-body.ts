// Unpacks a body: never more than was asked for, and as much as can be recovered of a broken stream.

import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { atMost } from '../at-most.ts';
import { BrokenFetch, errorCode } from './failure.ts';
import { webLimits } from './limits.ts';

export interface DecodedBody {
  bytes: Uint8Array;
  /** The stream was cut short or had junk after it. */
  isBroken: boolean;
  /** The bytes as received, if they were complete and compressed once, in one of these ways. */
  packed?: PackedBody;
}

export interface PackedBody {
  packing: 'gzip' | 'br';
  bytes: Uint8Array;
}

interface DecodeLimits {
  maxBytes: number;
  maxEncodings: number;
}

/** Undoes a Content-Encoding (RFC 9110 §8.4). Throws `BrokenFetch` only. */
export async function decodeBody(
  wire: Uint8Array,
  contentEncoding: string,
  limits: DecodeLimits,
): Promise<DecodedBody> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const unknown = encodings.find((name) => !knownEncodings.has(name));
  // Some scripts put the charset there, or `none`.
  if (unknown !== undefined && isPlain(unknown, wire)) return { bytes: wire, isBroken: false };
  if (unknown !== undefined)
    throw new BrokenFetch('bad-encoding', `the body is packed as ${unknown}, unknown to us`);
  if (encodings.length > limits.maxEncodings) {
    throw new BrokenFetch('bad-encoding', `the body is packed ${encodings.length} times over`);
  }
  let decoded: DecodedBody = { bytes: wire, isBroken: false };
  for (const encoding of encodings.reverse()) {
    const layer = await undo(encoding, decoded.bytes, limits.maxBytes);
    decoded = { bytes: layer.bytes, isBroken: decoded.isBroken || layer.isBroken };
  }
  const [encoding = '', ...more] = encodings;
  const packing = packings.get(encoding);
  const isAsItCame = more.length === 0 && !decoded.isBroken && decoded.bytes !== wire;
  return packing && isAsItCame ? { ...decoded, packed: { packing, bytes: wire } } : decoded;
}

const knownEncodings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

const packings: ReadonlyMap<string, PackedBody['packing']> = new Map([
  ['gzip', 'gzip'],
  // The old name (RFC 9110 §8.4.1.3).
  ['x-gzip', 'gzip'],
  ['br', 'br'],
]);

/**
 * Node's threads would unpack all long bodies that have come together side by side, and hold most of each at the same time. What can be
 * recovered of one that breaks off belongs to its turn: a connection that is lost cuts many at once.
 */
const inTurn = atMost(webLimits.unpackedAtOnce);

async function undo(encoding: string, packed: Uint8Array, maxBytes: number): Promise<DecodedBody> {
  if (packed.length === 0 || isPlain(encoding, packed)) return { bytes: packed, isBroken: false };
  const work = () => undoNow(encoding, packed, maxBytes);
  return packed.length < webLimits.longPackedBytes ? work() : inTurn(work);
}

async function undoNow(encoding: string, packed: Uint8Array, maxBytes: number): Promise<DecodedBody> {
  const options: ZlibOptions = { maxOutputLength: maxBytes, chunkSize: chunkBytes };
  try {
    return { bytes: await unpack(encoding, packed, options), isBroken: false };
  } catch (thrown) {
    if (errorCode(thrown) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    const saved = await salvage(encoding, packed, options, thrown);
    return { bytes: saved, isBroken: true };
  }
}

/** Some servers say gzip and send plain text; asking again without compression would cost a second request. */
function isPlain(encoding: string, packed: Uint8Array): boolean {
  if (encoding.endsWith('gzip')) return !isGzip(packed);
  // The other encodings have no signature, but a compressed stream that begins like this is one in four thousand million. No
  // brotli stream begins with a brace at all, and what raw deflate would unpack from one is not how a document begins.
  return /^(\xef\xbb\xbf)?\s*(<\?xm|<rss|<fee|<rdf|<!do|<htm|\{\s*"[\w-]+"\s*:)/i.test(
    Buffer.from(packed.subarray(0, 64)).toString('latin1'),
  );
}

function unpack(encoding: string, packed: Uint8Array, options: ZlibOptions): Promise<Uint8Array> {
  if (encoding === 'br') return unpackBrotli(packed, options);
  if (encoding === 'deflate')
    return isZlib(packed) ? unpackZlib(packed, options) : unpackRaw(packed, options);
  return unpackGzip(packed, options);
}

/** "deflate" means zlib (RFC 9110 §8.4.1.2), but some servers leave out its header (RFC 1950 §2.2). */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

async function salvage(
  encoding: string,
  packed: Uint8Array,
  options: ZlibOptions,
  thrown: unknown,
): Promise<Uint8Array> {
  try {
    if (errorCode(thrown) === 'Z_BUF_ERROR') {
      const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
      const finishFlush = encoding === 'br' ? BROTLI_OPERATION_FLUSH : Z_SYNC_FLUSH;
      return await unpack(encoding, packed, { ...options, finishFlush });
    }
    // The stream began as gzip, so it is what follows the last member that is not: mostly blank lines of a PHP script.
    if (encoding.endsWith('gzip') && thrown instanceof Error && thrown.message === 'incorrect header check') {
      return await unpackMembers(packed, options);
    }
  } catch (again) {
    if (again instanceof BrokenFetch) throw again;
    if (errorCode(again) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(options.maxOutputLength ?? 0);
  }
  const code = errorCode(thrown) ?? String(thrown);
  throw new BrokenFetch(
    'bad-encoding',
    `the body says it is packed as ${encoding} and cannot be unpacked (${code})`,
  );
}

/** Node discards the members before the junk too. They were complete, or it would not have come that far, and a raw stream knows its end. */
async function unpackMembers(packed: Uint8Array, options: ZlibOptions): Promise<Uint8Array> {
  const { maxOutputLength: maxBytes = 0 } = options;
  const members: Uint8Array[] = [];
  let length = 0;
  for (let rest = packed; isGzip(rest) && members.length < webLimits.maxMembers; ) {
    const header = gzipHeaderLength(rest);
    const maxOutputLength = Math.max(1, maxBytes - length);
    const { buffer, engine } = await unpackMember(rest.subarray(header), { ...options, maxOutputLength });
    length += buffer.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    members.push(buffer);
    rest = rest.subarray(header + engine.bytesWritten + gzipTrailerBytes);
  }
  return Buffer.concat(members, length);
}

/** Checksum and length (RFC 1952 §2.3.1). */
const gzipTrailerBytes = 8;

interface Member {
  buffer: Buffer;
  /** Knows where its compressed data ended. */
  engine: { bytesWritten: number };
}

function unpackMember(bytes: Uint8Array, options: ZlibOptions): Promise<Member> {
  return new Promise((resolve, reject) => {
    const tell = (error: Error | null, member: unknown): void =>
      error === null ? resolve(member as Member) : reject(error);
    inflateRaw(bytes, { ...options, info: true }, tell);
  });
}

function isGzip(packed: Uint8Array): boolean {
  return packed[0] === 0x1f && packed[1] === 0x8b;
}

/** RFC 1952 §2.3: ten bytes, then the fields that the flags announce. */
function gzipHeaderLength(packed: Uint8Array): number {
  const flags = packed[3] ?? 0;
  let length = 10;
  if (flags & 0b00100) length += 2 + (packed[length] ?? 0) + 256 * (packed[length + 1] ?? 0); // FEXTRA
  if (flags & 0b01000) length = packed.indexOf(0, length) + 1; // FNAME
  if (flags & 0b10000) length = packed.indexOf(0, length) + 1; // FCOMMENT
  return flags & 0b00010 ? length + 2 : length; // FHCRC
}

function tooLarge(maxBytes: number): BrokenFetch {
  return new BrokenFetch('too-large', `the body unpacks to more than ${maxBytes} bytes`);
}

/** zlib yields the thread after each chunk; with its default of 16 KB, ten times for an ordinary feed. */
const chunkBytes = 64 * 1024;

const unpackGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const unpackZlib = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);
const unpackRaw = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);
const unpackBrotli = promisify<Uint8Array, ZlibOptions, Buffer>(brotliDecompress);
