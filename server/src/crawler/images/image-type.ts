// Finds out which kind of picture some bytes are by how they begin, whatever the server calls them.
import type { ImageType } from '../../model/image.ts';

/** AVIF names its brands in its first box, which is short. */
const MAX_BRANDS_BYTES = 64;

/** Undefined for everything but raster pictures that browsers show: SVG, HTML and the rest are never passed on. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && isAvif(bytes, text)) return 'image/avif';
  return undefined;
}

/** ISO/IEC 14496-12 §4.3: size, `ftyp`, major brand, version, compatible brands. */
function isAvif(bytes: Uint8Array, text: (from: number, to: number) => string): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const end = Math.min(size, MAX_BRANDS_BYTES, bytes.byteLength);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && /^avi[fs]$/.test(text(at, at + 4))) return true;
  }
  return false;
}
