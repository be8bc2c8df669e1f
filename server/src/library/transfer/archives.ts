// Documents that come packed: FreshRSS and others export ZIP archives, and Tiny Tiny RSS compresses its file.
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { reading } from './limits.ts';

interface PackedFile {
  name: string;
  /** Undefined if it is damaged, encrypted or packed in another way. Throws if all files together are too long. */
  read(): Uint8Array | undefined;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Undefined if it is damaged. Throws if it is too long. */
export function unpacked(bytes: Uint8Array): Uint8Array | undefined {
  return unlessDamaged(() => gunzipSync(bytes, { maxOutputLength: reading.unpackedBytes }));
}

/** The files of a ZIP archive (APPNOTE 6.3, §4.3), as its directory lists them; none if that is missing. */
export function filesOf(bytes: Uint8Array): PackedFile[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = view.lastIndexOf(signatures.end);
  if (end === -1 || end + 22 > view.length) return [];
  const files: PackedFile[] = [];
  let left: number = reading.unpackedBytes;
  let at = view.readUInt32LE(end + 16);
  for (let n = view.readUInt16LE(end + 10); n > 0; n--) {
    if (at + 46 > view.length || !view.subarray(at, at + 4).equals(signatures.entry)) break;
    const entry = view.subarray(at);
    const nameEnd = 46 + entry.readUInt16LE(28);
    files.push({
      name: entry.toString('utf8', 46, nameEnd),
      read() {
        const packed = packedOf(view, entry);
        const file = packed && unlessDamaged(() => contentOf(packed, entry, Math.max(left, 1)));
        // Long ones may unpack to nothing, and nobody knows to how much one does that breaks off.
        if (file) left -= Math.max(file.packedBytes, file.content.length);
        else if (packed) left -= Math.max(packed.length, DAMAGED_BYTES);
        if (left < 0) throw new RangeError('The files of the archive are too long');
        return file?.content;
      },
    });
    at += nameEnd + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
  return files;
}

const signatures = {
  end: Buffer.from([0x50, 0x4b, 5, 6]),
  entry: Buffer.from([0x50, 0x4b, 1, 2]),
} as const;

/** What a file counts at least that breaks off: an archive with a hundred of them is none that anybody needs. */
const DAMAGED_BYTES = 1024 * 1024;

/** `entry`: from its place in the directory on, which knows the lengths even if they were not known when the file was written. */
function packedOf(archive: Buffer, entry: Buffer): Buffer | undefined {
  const isEncrypted = entry.readUInt16LE(8) % 2 === 1;
  const at = entry.readUInt32LE(42);
  if (isEncrypted || !methods.has(methodOf(entry)) || at + 30 > archive.length) return undefined;
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  return archive.subarray(start, start + entry.readUInt32LE(20));
}

interface Unpacked {
  content: Uint8Array;
  /** What was read for it. Archives that keep all lengths in 64 bits seem to name all that follows (§4.4.8). */
  packedBytes: number;
}

function contentOf(packed: Buffer, entry: Buffer, maxOutputLength: number): Unpacked {
  if (methodOf(entry) !== DEFLATED) return { content: packed, packedBytes: packed.length };
  // The types do not know what `info` returns.
  const { buffer, engine } = inflateRawSync(packed, { maxOutputLength, info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { content: buffer, packedBytes: engine.bytesWritten };
}

const DEFLATED = 8;
/** The other one is as it is. */
const methods: ReadonlySet<number> = new Set([0, DEFLATED]);

function methodOf(entry: Buffer): number {
  return entry.readUInt16LE(10);
}

function unlessDamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw error;
    return undefined;
  }
}
