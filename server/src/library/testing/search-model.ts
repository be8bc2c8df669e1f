// Posts and queries at random, and what reading a post tells of whether a query finds it. Knows nothing of any index.
import fc from 'fast-check';
import { fold } from '../../model/search-words.ts';

export const DAY_MS = 86_400_000;
export const TODAY = Date.UTC(2026, 0, 5, 12);
export const HOSTS = ['a', 'b', 'c', 'd'] as const;
export const TAGS = ['Art', 'Martial arts', 'To read'] as const;

/** What texts are made of: most of it of these. */
const pieces = [
  'solar',
  'wind',
  'Sólar',
  'windy',
  'SOLARIUM',
  '2024',
  '٢٠٢٤',
  'e-mail',
  'node.js',
  'l’été',
  "rock'n'roll",
];
const rarePieces = [
  '東京都',
  '京都東京',
  'サッカー',
  'ภาษาไทย',
  '안녕하세요',
  'Ёлка',
  'عَرَبيّ',
  'ann@site.example',
  'x_1',
  '😀',
  'iPhone発売',
];
/** What people type of that. */
const typed = [
  'solar',
  'wind',
  'été',
  "l'ete",
  'ete l',
  '2024',
  '۲۰۲۴',
  'e-mail',
  'mail',
  'node js',
  'n roll',
  'ELKA',
  'елка',
  'عربي',
];
const typedJoined = [
  '東京',
  '京',
  '都東',
  '東京都',
  'ッカ',
  'ภาษา',
  'ไทย',
  '세요',
  'iphone発',
  'ann@site',
  'x_1',
  'example',
];
const begun = ['sol', 'sola', 'solari', 'win', 'nod', '京'];

const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces) }, fc.constantFrom(...rarePieces));
const text = (maxLength: number) =>
  fc.array(word, { maxLength, size: 'max' }).map((words) => words.join(' '));
const html = text(9).map(
  (words) => `<p>${words.replace(' ', '</p><p>').replace(' ', ' <b>solar</b>; ')}</p>`,
);
export const post = fc.record({
  title: text(3),
  author: text(2),
  content: html,
  summary: fc.option(text(3), { nil: undefined }),
  /** The article behind it, where somebody has asked for it, whether its words have yet to come, and whether she has asked. */
  article: fc.option(html, { nil: undefined }),
  waits: fc.boolean(),
  isWanted: fc.boolean(),
  /** The day on which it was published; today is 0. */
  at: fc.option(fc.integer({ min: -40, max: 20 }), { freq: 4, nil: undefined }),
  read: fc.boolean(),
  starred: fc.boolean(),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 2 }),
});
export type Written = typeof post extends fc.Arbitrary<infer T> ? T : never;

export interface Kept extends Written {
  feed: (typeof HOSTS)[number];
}
interface Term {
  kind: 'words' | 'place' | 'tag' | 'fact';
  typed: string;
  holds(item: Kept): boolean;
}

const field = fc.constantFrom(undefined, undefined, 'title' as const, 'author' as const);
const words = fc
  .oneof(
    fc.constantFrom(...typed, ...typedJoined).map((chars) => ({ chars, open: false })),
    fc.constantFrom(...begun).map((chars) => ({ chars, open: true })),
  )
  .chain(({ chars, open }) =>
    field.map(
      (of): Term => ({
        kind: 'words',
        typed: `${of ? `${of}:` : ''}"${chars}"${open ? '*' : ''}`,
        holds: (item) => textsOf(item, of).some((each) => stands(each, chars, open)),
      }),
    ),
  );
const place = fc.constantFrom<Term>(
  ...HOSTS.map(
    (host): Term => ({ kind: 'place', typed: `feed:${host}.example`, holds: ({ feed }) => feed === host }),
  ),
  { kind: 'place', typed: 'group:FEW', holds: ({ feed }) => feed === 'a' || feed === 'c' },
);
const tag = fc.constantFrom<Term>(
  { kind: 'tag', typed: 'tag:art', holds: ({ tags }) => tags.includes('Art') },
  { kind: 'tag', typed: 'tag:arts', holds: ({ tags }) => tags.includes('Martial arts') },
  { kind: 'tag', typed: 'tag:"to READ"', holds: ({ tags }) => tags.includes('To read') },
  { kind: 'tag', typed: 'tag:r', holds: ({ tags }) => tags.length > 0 },
  { kind: 'tag', typed: 'tag:nowhere', holds: () => false },
);
const fact = fc.oneof(
  fc.constantFrom<Term>(
    { kind: 'fact', typed: 'is:read', holds: ({ read }) => read },
    { kind: 'fact', typed: 'is:unread', holds: ({ read }) => !read },
    { kind: 'fact', typed: 'is:starred', holds: ({ starred }) => starred },
  ),
  fc.integer({ min: -40, max: 2 }).chain((days) => {
    const moment = new Date(TODAY + days * DAY_MS).toISOString();
    return fc.constantFrom<Term>(
      { kind: 'fact', typed: `before:${moment}`, holds: ({ at }) => Math.min(at ?? 0, 0) < days },
      { kind: 'fact', typed: `after:${moment}`, holds: ({ at }) => Math.min(at ?? 0, 0) >= days },
    );
  }),
);
const clause = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(words, { minLength: 1, maxLength: 2 }) },
    fc.tuple(place),
    fc.tuple(place, place),
    fc.tuple(tag),
    fc.tuple(tag, tag),
    fc.tuple(fact),
  )
  .chain((any) => fc.boolean().map((not) => ({ any, not: not && any.length === 1 })));
export const query = fc.array(clause, { minLength: 1, maxLength: 3 }).map((clauses) => ({
  typed: clauses
    .map(({ any, not }) => (not ? '-' : '') + any.map((term) => term.typed).join(' OR '))
    .join(' '),
  holds: (item: Kept): boolean =>
    clauses.every(({ any, not }) => any.some((term) => term.holds(item)) !== not),
}));

function textsOf(
  { title, author, content, summary, article = '', waits, isWanted }: Kept,
  of: 'title' | 'author' | undefined,
): string[] {
  const body = [isWanted && !waits ? article : '', content, summary ?? '']
    .join(' ')
    .replace(/<\/?b>/g, '')
    .replace(/<[^>]*>/g, ' ');
  return of === 'title' ? [title] : of === 'author' ? [author] : [title, author, body];
}

const JOINED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Thai}\p{sc=Hang}]+/gu;

/** Whether what is typed begins and ends where words do; in scripts without blanks, that is anywhere. */
function stands(text: string, chars: string, open: boolean): boolean {
  const sought = partsOf(chars).trim();
  const [isJoinedFirst, isJoinedLast] = [sought[0] ?? '', sought.at(-1) ?? ''].map((sign) =>
    sign.match(JOINED),
  );
  return partsOf(text).includes(`${isJoinedFirst ? '' : ' '}${sought}${isJoinedLast || open ? '' : ' '}`);
}

const parts = new Map<string, string>();

/** Words and runs, with a blank before and behind each. The same texts are asked for again and again. */
function partsOf(text: string): string {
  const known = parts.get(text);
  if (known !== undefined) return known;
  const apart = fold(text)
    .replace(JOINED, ' $& ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ');
  const made = ` ${apart.trim()} `;
  parts.set(text, made);
  return made;
}
