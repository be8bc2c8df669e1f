// Documents that come packed: Tiny Tiny RSS compresses what it exports.
import { gunzipSync } from 'node:zlib';
import { reading } from './limits.ts';

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Undefined if it is damaged, or too long. */
export function unpacked(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: reading.unpackedBytes });
  } catch {
    return undefined;
  }
}
