// Guesses the encoding of a document that no label fits from its letters: Chinese, Cyrillic, Arabic and the like.
import chardet from 'chardet';

/**
 * The detector's names and the labels of the Encoding Standard for those that it tells apart well. Languages of Latin letters are not
 * among them: of what a few accents suggest, every third guess is wrong (see encoding-by-language).
 */
const labelOf: Readonly<Partial<Record<string, string>>> = {
  Big5: 'big5',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'iso-8859-6',
  // With the signs that windows-125x has in the places of control characters.
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'KOI8-R': 'koi8-u',
  Shift_JIS: 'shift_jis',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-874': 'windows-874',
};

/** Of 100. Right guesses from a sentence have 25 or more, accidents mostly less. */
const LEAST_CONFIDENCE = 20;
/** Of the document, and of what it says: enough to be sure, and read within a few milliseconds. */
const most = { documentBytes: 65_536, sampleBytes: 16_384 } as const;

/** The label of an encoding in which all of the document makes sense; undefined if most letters are Latin, or nothing fits. */
export function encodingByLetters(
  bytes: Uint8Array,
  fits: (bytes: Uint8Array, label: string) => boolean,
): string | undefined {
  const text = withoutMarkup(bytes.subarray(0, most.documentBytes));
  if (count(text, /[\x80-\xff]/g) <= count(text, /[a-z]/gi)) return undefined;
  const sample = Buffer.from(text.replace(plainRuns, ' ').slice(0, most.sampleBytes), 'latin1');
  return chardet
    .analyse(sample)
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ name }) => labelOf[name])
    .find((label) => label !== undefined && fits(bytes, label));
}

/** Addresses, dates and names of programs. A second byte of a letter may be plain as well, but twelve in a row are not. */
const plainRuns = /[\0-\x7f]{12,}/g;

/** No encoding has the bytes of `<`, `>` and `&` as a part of a letter. */
function withoutMarkup(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/<[^<>]*>|&lt;[^<>&]*&gt;|&#?\w{1,9};/g, ' ');
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
