// How text becomes the words that are searched for. What is indexed and what is typed go through the same code, so databases
// only have to tell words apart at the blanks between them.

/** A row of words as somebody looks for it. */
export interface SoughtWords {
  words: readonly string[];
  /** The last word may go on. Then it need not stand right behind the others. */
  open: boolean;
}

/** Beginnings of so many letters are words of their own to the index. Fewer begin too many words, more begin few. */
export const startLetters = { least: 3, most: 5 } as const;

/** Longer ones are encoded files and the like; nobody types them, and their beginnings tell them apart. */
const WORD_CHARS = 64;
/** A word that stands in a text so often is what the text is about, not just something that it mentions. */
const SUBJECT_TIMES = 3;
/** What sanitised HTML writes within a word or a line; every other tag ends a word. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)(?=[\s/>])[^>]*>/g;

/** Marks that are left out when people type, of scripts in which a mark makes no other letter; and what is invisible. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Letters that Unicode does not take apart, as they are typed where a keyboard lacks them, and letters with two shapes. */
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
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Scripts that are written without blanks, and Korean, where endings cling to words. */
const SCRIPTS = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
/** What words are made of. Hindi and its kin write vowels as marks, so marks are among it. */
const SIGNS = '\\p{L}\\p{N}\\p{M}';
/** A run of such a script, or else a word. */
const RUNS = new RegExp(`([[${SIGNS}]&&[${SCRIPTS}]]+)|[[${SIGNS}]--[${SCRIPTS}]]+`, 'gv');
const JOINED = new RegExp(`^[${SCRIPTS}]`, 'v');

/** A text as it is compared: without case, without accents, one form for each letter. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return (
    text
      // Taken apart before and after: some signs stand for a capital letter, and some small letters come with a mark.
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      // A letter of its own, of which Unicode makes two.
      .replaceAll('\u0438\u0306', '\u0439')
      .replace(MARKS, '')
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC')
  );
}

/**
 * The words of a text, in order. A run of a script without blanks is cut into overlapping pairs of characters, and its last
 * character once more by itself: so each character begins a word, and any part of the run is a row of pairs.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  // Most texts, without a thing to be made for each word.
  if (isAscii(folded)) return asciiWordsOf(folded);
  return piecesOf(folded).flatMap((piece) => (piece.joined ? pairsOf(piece.text) : [piece.text]));
}

/** What somebody looks for who types `text`. `open`: the last word may go on. */
export function soughtWords(text: string, open = false): SoughtWords {
  const words = wordsOf(text);
  const last = piecesOf(fold(text)).at(-1);
  if (last?.joined !== true) return { words, open: open && words.length > 0 };
  // What is looked for may go on in the text: there its last character is the first of a pair.
  const single = [...last.text].length === 1;
  return { words: single ? words : words.slice(0, -1), open: single };
}

/** What words begin with, each once: some letters, or the one sign of a script without blanks. */
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

/** Whether a word is a piece of a run of a script without blanks. */
export function isJoined(word: string): boolean {
  return !isAscii(word) && JOINED.test(word);
}

/** Words that stand in a text again and again, each once. */
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

/** The text of HTML that was sanitised: there every `<` begins a tag, every tag ends with the next `>`, few signs are escaped. */
export function textOfSanitised(html: string): string {
  const text = html.replace(INLINE_TAG, '').replace(/<[^>]*>/g, ' ');
  // Escaped signs are no words; only the end of the escape is.
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, ' ');
}

interface Piece {
  text: string;
  joined: boolean;
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
