// Finds out which kind of picture some bytes are by how they begin, whatever the server calls them.
import type { ImageType, RasterType } from '../../model/image.ts';

/** AVIF names its brands in its first box, which is short. */
const MAX_BRANDS_BYTES = 64;

/** How far the beginning of a drawing is looked for: comments of programs and licences stand before it. */
const MAX_PROLOGUE_BYTES = 4_096;

/** What may stand before the drawing itself. A DOCTYPE with declarations of its own could make gigabytes out of a line. */
const PROLOGUE = /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE\s+svg[^>[]*>)*/i;

/**
 * No picture needs them, nor other documents within it, nor a stylesheet (XSLT) that could make them of anything. They would not run here,
 * but wherever somebody has saved the picture to.
 */
const SCRIPTS = /<(?:[\w.-]+:)?(?:script|handler|iframe|object|embed)\b|<\?xml-stylesheet\b|\son[a-z]+\s*=/i;

/** Browsers leave tabs and ends of lines in an address out (URL, "Basic URL parser"). */
const IGNORED = '(?:&(?:#(?:x0*[9ad]|0*(?:9|1[03]))|Tab|NewLine);)*';
const SCRIPT_ADDRESS = new RegExp([...'javascript:'].join(IGNORED), 'i');

/** Letters of ASCII, or a colon, by their number or name: whoever writes these so has something to hide. */
const HIDDEN =
  /&(?:#x0*(?:3a|[46][1-9a-f]|[57][\da])|#0*(?:58|6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2])|colon);/i;

/** XML does not have it, and in some encodings what follows it means something else (ISO-2022-JP). */
const ESCAPE = '\u001b';

/** Undefined for everything but pictures that browsers show. HTML and the rest are never passed on, nor are drawings that run something. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  return rasterType(bytes) ?? (isDrawing(bytes) ? 'image/svg+xml' : undefined);
}

/** Undefined for everything but raster pictures that browsers show. */
export function rasterType(bytes: Uint8Array): RasterType | undefined {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && isAvif(bytes, text)) return 'image/avif';
  return undefined;
}

/** SVG, in UTF-8 or ASCII. */
function isDrawing(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, MAX_PROLOGUE_BYTES)).toString('latin1');
  const rest = beginning.replace(PROLOGUE, '');
  return /^<(?:svg:)?svg[\s>/]/.test(rest) && !runsSomething(Buffer.from(bytes).toString('latin1'));
}

function runsSomething(drawing: string): boolean {
  return (
    drawing.includes(ESCAPE) || [SCRIPTS, SCRIPT_ADDRESS, HIDDEN].some((pattern) => pattern.test(drawing))
  );
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
