// How text becomes the words that are searched for. Indexed text and queries go through the same code, so databases
// only have to split words at the blanks between them.

/** A sequence of words that somebody searches for. */
export interface SoughtWords {
  words: readonly string[];
  /** The last word is a prefix. In the text it need not follow directly on the others. */
  open: boolean;
}

/** Prefixes of these lengths are indexed as words of their own. Shorter ones match too many words, longer ones few. */
export const startLetters = { least: 3, most: 5 } as const;

/** Longer words are encoded files and the like: nobody types them, and this much tells them apart. */
const WORD_CHARS = 64;
/** A word that occurs this often in a text is one that the text is about, not just one that it mentions. */
const SUBJECT_TIMES = 3;
/** Tags that sanitised HTML has within a word or a line; every other tag ends a word. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|rb|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?=[\s/>])[^>]*>/g;
/** What opens the mark of a footnote, which follows a word without a blank: a link on nothing but a number. */
const FOOTNOTE = /(?:<sup(?=[\s>])[^>]*>)?<a(?=[\s>])[^>]*>(?:<sup(?=[\s>])[^>]*>)?(?=\d{1,3}<\/(?:a|sup)>)/g;
/** How a sign is read, written beside it, and the brackets around that for those who cannot show it there. */
const READING = /<rt(?=[\s>])[^>]*>([^<]*)<\/rt>|<rp(?=[\s>])[^>]*>[^<]*<\/rp>/g;

/** Marks that people leave out when they type, in scripts where a mark does not make another letter; and invisible characters. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Letters that Unicode does not decompose, in the spelling used where a keyboard lacks them, and letters with two shapes. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ە: 'ه',
  ٱ: 'ا',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Letters by name, but apostrophes to those who type them: п'ять, o'zbek, Qur'an. */
const APOSTROPHE = /[\u02b9-\u02bf]/g;
/** The zeros of scripts with digits of their own; the other nine follow each. */
const ZEROS = Array.from('٠۰०০੦૦୦௦౦೦൦๐໐༠၀០', (zero) => zero.charCodeAt(0));
const DIGIT = new RegExp(`[${ZEROS.map((zero) => String.fromCharCode(zero, 0x2d, zero + 9)).join('')}]`, 'g');

/** Names of programming languages, of which only a letter would be left. */
const LANGUAGE = /(?<![\p{L}\p{N}\p{M}])(?:(c)\+\+|([cf])#(?![\p{L}\p{N}]))/gu;

/** Scripts that are written without blanks, and Korean, where endings are attached to words. */
const SCRIPTS = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
/** The characters of words. Hindi and related languages write vowels as marks, so marks are among them. */
const SIGNS = '\\p{L}\\p{N}\\p{M}';
/** A run of characters of such a script, or a word. */
const RUNS = new RegExp(`([[${SIGNS}]&&[${SCRIPTS}]]+)|[[${SIGNS}]--[${SCRIPTS}]]+`, 'gv');
const JOINED = new RegExp(`^[${SCRIPTS}]`, 'v');

/**
 * Marks in a row that no language writes, and what normalising decomposes into marks: it sorts those of one letter in the square of their
 * number, half an hour for a megabyte. Unicode's own limit is 30 (UAX #15, Stream-Safe Text Format).
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A text in the form in which texts are compared: no case, no accents, one form of each letter. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return (
    latinDigits(text)
      .replace(TOO_MANY_MARKS, '$1')
      // Decomposed before and after: some signs stand for a capital letter, and some lower-case letters come with a mark.
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      // A separate letter, which Unicode decomposes into two.
      .replaceAll('\u0438\u0306', '\u0439')
      .replace(MARKS, '')
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
      .replace(APOSTROPHE, "'")
      .normalize('NFC')
  );
}

export function latinDigits(text: string): string {
  return text.replace(DIGIT, digitOf);
}

/**
 * The words of a text, in order. A run of a script without blanks is cut into overlapping pairs of characters, plus its last
 * character by itself: so each character begins a word, and any part of the run is a sequence of pairs.
 */
export function wordsOf(text: string): string[] {
  const folded = readable(text);
  // Most texts; this way allocates no object for each word.
  if (isAscii(folded)) return asciiWordsOf(folded);
  return piecesOf(folded).flatMap((piece) => (piece.joined ? pairsOf(piece.text) : [piece.text]));
}

/** The words to search for when somebody types `text`. `open`: the last word is a prefix. */
export function soughtWords(text: string, open = false): SoughtWords {
  const words = wordsOf(text);
  const last = piecesOf(readable(text)).at(-1);
  if (last?.joined !== true) return { words, open: open && words.length > 0 };
  // The run may go on in the text: there its last character begins a pair.
  const single = [...last.text].length === 1;
  return { words: single ? words : words.slice(0, -1), open: single };
}

/** The prefixes of words, each once: a few letters, or one character of a script without blanks. */
export function startsOf(words: readonly string[]): string[] {
  const starts = new Set<string>();
  for (const word of words) {
    const letters = isAscii(word) ? word : [...word];
    if (isJoined(word)) starts.add(letters[0] ?? '');
    else
      for (let count = startLetters.least; count <= Math.min(startLetters.most, letters.length); count++) {
        starts.add(typeof letters === 'string' ? letters.slice(0, count) : letters.slice(0, count).join(''));
      }
  }
  return [...starts];
}

/** Whether a word is part of a run of a script without blanks. */
export function isJoined(word: string): boolean {
  return !isAscii(word) && JOINED.test(word);
}

/** Words that occur often in a text, each once. */
export function subjectsOf(words: readonly string[]): string[] {
  const times = new Map<string, number>();
  const subjects: string[] = [];
  for (const word of words) {
    const count = (times.get(word) ?? 0) + 1;
    times.set(word, count);
    if (count === SUBJECT_TIMES) subjects.push(word);
  }
  return subjects;
}

/** The text of sanitised HTML: every `<` in it begins a tag, every tag ends at the next `>`, and few characters are escaped. */
export function textOfSanitised(html: string): string {
  const readings: string[] = [];
  const withoutReadings = html.replace(READING, (_, reading = '') => {
    readings.push(reading);
    return '';
  });
  const text = [withoutReadings.replace(FOOTNOTE, ' ').replace(INLINE_TAG, ''), ...readings]
    .join(' ')
    .replace(/<[^>]*>/g, ' ');
  // The escaped characters belong to no word; they only separate words.
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, ' ');
}

interface Piece {
  text: string;
  joined: boolean;
}

/** Folded, and with a word for everything that is to be found. */
function readable(text: string): string {
  return fold(text).replace(LANGUAGE, (_, plus, sharp) => (plus ? 'cplusplus ' : `${sharp}sharp `));
}

function digitOf(sign: string): string {
  const code = sign.charCodeAt(0);
  const zero = ZEROS.find((each) => code >= each && code <= each + 9) ?? code;
  return String(code - zero);
}

function asciiWordsOf(folded: string): string[] {
  return (folded.match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, WORD_CHARS));
}

function piecesOf(folded: string): Piece[] {
  return [...folded.matchAll(RUNS)].map(([run, joined]) =>
    joined === undefined ? { text: run.slice(0, WORD_CHARS), joined: false } : { text: run, joined: true },
  );
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
