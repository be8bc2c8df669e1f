// Bytes → text: finds the encoding of a document whatever its labels say, and never fails.

import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { encodingByLanguage } from './encoding-by-language.ts';
import { encodingByLetters } from './guess-encoding.ts';
import { limits } from './limits.ts';

interface Decoded {
  text: string;
  warnings: string[];
}

/**
 * The order of labels is RFC 7303 §3: byte order mark, Content-Type, the document's own declaration. But bytes that are valid
 * UTF-8 are nearly always read as such, and where no label fits (or only Latin-1 does), the encoding is guessed.
 */
export function decode(bytes: Uint8Array, contentType?: string): Decoded {
  const mark = byteOrderMark(bytes) ?? wideWithoutMark(bytes);
  if (mark !== undefined) return finish(bytes, mark, []);
  const labels = labelsOf(bytes, contentType);
  if (isUtf8(bytes) && !labels.some(isEscaped)) {
    const declared = labels.find(isMultibyte);
    // Two or three characters of a Chinese or Japanese encoding may be valid UTF-8 by chance, more are not.
    if (isAscii(bytes) || declared === undefined || !fits(bytes, declared) || countWide(bytes) > 3) {
      return finish(bytes, 'utf-8', []);
    }
  }
  const fitting = labels.find((label) => fits(bytes, label));
  if (fitting !== undefined && fitting !== latin) return finish(bytes, fitting, []);
  const guess = guessed(bytes, labels);
  const isLabelled = guess === fitting;
  return finish(
    bytes,
    guess,
    isLabelled ? [] : [`Some bytes are not ${labels[0] ?? 'UTF-8'}: read as ${guess}`],
  );
}

/** Every byte has a meaning in it, and many servers say Latin-1 of whatever they send: as a label, it is no more than a guess. */
const latin = 'windows-1252';

function guessed(bytes: Uint8Array, labels: readonly string[]): string {
  if (mostlyUtf8(bytes)) return 'utf-8';
  const declared = labels.find((label) => !isUnicode(label) && label !== latin);
  return declared ?? encodingByLetters(bytes, fits) ?? encodingByLanguage(bytes) ?? latin;
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** A document starts with `<`, `{` or a blank: the zero bytes beside it tell the width (XML 1.0 appendix F). */
function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (bytes.length < 4) return undefined;
  if (a === 0 && b === 0 && c === 0 && d !== 0) return 'utf-32be';
  if (a !== 0 && b === 0 && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b !== 0 && c === 0) return 'utf-16be';
  if (a !== 0 && b === 0 && d === 0) return 'utf-16le';
  return undefined;
}

function labelsOf(bytes: Uint8Array, contentType: string | undefined): string[] {
  const head = Buffer.from(bytes.subarray(0, limits.encodingBytes)).toString('latin1');
  const http = contentType?.match(/charset\s*=\s*["']?([\w.:-]+)/i)?.[1];
  const xml = head.match(/<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([\w.:-]+)/i)?.[1];
  const meta = head.match(/<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/i)?.[1];
  const found = [http, xml, meta].map(canonical).filter((label) => label !== undefined);
  // A server's default of Latin-1 is worth less than another encoding that the author declares.
  if (found.length > 1 && found[0] === 'windows-1252') found.push(...found.splice(0, 1));
  return [...new Set(found)];
}

/** One name for each encoding. Labels of UTF-16 and UTF-32 are ignored, because the bytes would already have shown it. */
function canonical(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const plain = label.toLowerCase();
  if (/^(x-)?utf-?(16|32)|^ucs|^iso-10646|^us-ascii$|^ascii$/.test(plain)) return undefined;
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    return iconv.encodingExists(plain) ? plain : undefined;
  }
}

const escaped = new Set(['iso-2022-jp', 'utf-7', 'utf7', 'hz-gb-2312', 'iso-2022-kr', 'iso-2022-cn']);
const multibyte = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr']);
const isEscaped = (label: string): boolean => escaped.has(label);
const isMultibyte = (label: string): boolean => multibyte.has(label);
const isUnicode = (label: string): boolean => label.startsWith('utf');

function fits(bytes: Uint8Array, label: string): boolean {
  if (label === 'utf-8') return isUtf8(bytes);
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    // A RangeError means not a wrong byte, but a label that only iconv-lite knows.
    return error instanceof RangeError && iconv.encodingExists(label);
  }
}

/** Letters beyond ASCII in bytes that are known to be UTF-8. */
function countWide(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc0) count++;
  return count;
}

/** One bad byte to a hundred letters beyond ASCII is an accident; one to five means another encoding. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  let wide = 0;
  let bad = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) bad++;
    else if (code > 0x7f) wide++;
  }
  return bad * 10 <= wide;
}

function finish(bytes: Uint8Array, encoding: string, warnings: string[]): Decoded {
  return { text: dropControls(convert(bytes, encoding)), warnings };
}

function convert(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), iconv.encodingExists(encoding) ? encoding : 'windows-1252');
  }
}

/** What the bytes 0x80 to 0x9F mean in windows-1252. */
const windowsSigns = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i),
);

/**
 * XML 1.0 §2.2 forbids most control characters, and they can hide words from a filter. Those from 0x80 to 0x9F are quotation marks and
 * dashes of windows-1252 that somebody took for Latin-1; HTML reads their numbers alike ("Numeric character reference end state").
 */
export function dropControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x80-\x9f\ufeff\uffff]/;
  if (!controls.test(text)) return text;
  return text.replace(new RegExp(controls, 'g'), (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? '');
}
