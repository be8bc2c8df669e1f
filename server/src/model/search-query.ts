// Parses what a person types into a search field: words, phrases, and `name:value`. Any text is either a query or is
// refused with a sentence. It becomes words, names to compare and times; no database ever parses it.
import { Refusal } from './refusal.ts';
import type { RefusalReason } from './refusal-reason.ts';
import { fold, isJoined, type SoughtWords, soughtWords, startLetters } from './search-words.ts';

/** Words that follow each other, anywhere or in one field only. */
export interface WordsTerm extends SoughtWords {
  kind: 'words';
  field: 'title' | 'author' | undefined;
}

/** Feeds or groups of the user: by id, or by a part of the folded title. */
export interface PlaceTerm {
  kind: 'place';
  of: 'feed' | 'group';
  named: string;
}

/** Tags of the user: by their title, by their folded title, or by a part of that. */
export interface TagTerm {
  kind: 'tag';
  title: string;
  named: string;
}

/** A condition on an item. Times are milliseconds; `from` is inclusive, `before` exclusive. */
export type FactTerm =
  | { kind: 'fact'; is: 'read' | 'unread' | 'starred' }
  | { kind: 'fact'; is: 'before' | 'from'; at: number };

type Term = WordsTerm | PlaceTerm | TagTerm | FactTerm;

/** One of some terms must match, or none of them may (`not`). */
export interface Clause<T extends Term> {
  any: readonly T[];
  not: boolean;
}

/** All clauses must hold. */
export interface SearchQuery {
  words: readonly Clause<WordsTerm>[];
  places: readonly Clause<PlaceTerm>[];
  tags: readonly Clause<TagTerm>[];
  facts: readonly Clause<FactTerm>[];
}

/** Terms in one query: each costs a look-up in the index. */
const MAX_TERMS = 32;
/** Words in one query, phrases included: a pasted sentence has fewer, and what a look costs grows with them. */
const MAX_WORDS = 64;
/** How often one word may stand in a query. Distinct words rule most posts out at once; a frequent word that is repeated does not. */
const MAX_REPEATS = 8;
/** How much of the typed text a refusal repeats. */
const ECHOED_CHARS = 40;

/**
 * A minus sign, `name:`, then either quoted text, whose closing mark may be missing, or text up to a blank. In quoted text, a backslash
 * stands before a quotation mark or a backslash that belongs to it: titles of tags may contain both.
 */
const TOKEN =
  /\s*(?<minus>-?)(?:(?<name>title|author|feed|group|tag|is|before|after):)?(?:["“”„](?<quoted>(?:\\[\s\S]|[^"“”„\\])*)["“”„]?(?<star>\*?)|(?<bare>\S*))/gi;

/**
 * Reads a query. Clauses stand side by side and all must hold; `OR` joins its two neighbours to one clause.
 * Throws Refusal `invalid` with a sentence that says what is wrong.
 */
export function parseSearch(text: string): SearchQuery {
  const clauses: { any: Term[]; not: boolean }[] = [];
  let joins = false;
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { minus = '', name, quoted, star = '', bare = '' } = groups;
    const not = minus !== '';
    if (bare === 'OR' && name === undefined && !not) {
      joins = true;
      continue;
    }
    const term = readTerm(name?.toLowerCase(), { value: quoted ?? bare, open: (star || bare).endsWith('*') });
    // A dash or a dot between words is not a word, but a query may contain it.
    if (!term) continue;
    addTerm(clauses, term, { not, joins });
    joins = false;
  }
  const terms = clauses.reduce((sum, { any }) => sum + any.length, 0);
  if (terms === 0) refuse('search-empty', 'there is no word in it');
  if (terms > MAX_TERMS) refuse('search-too-long', `it has ${terms} terms, must be at most ${MAX_TERMS}`);
  const words = pick(clauses, (term): term is WordsTerm => term.kind === 'words');
  refuseTooMuch(words.flatMap(({ any }) => any.flatMap((term) => term.words)));
  return {
    words,
    places: pick(clauses, (term): term is PlaceTerm => term.kind === 'place'),
    tags: pick(clauses, (term): term is TagTerm => term.kind === 'tag'),
    facts: pick(clauses, (term): term is FactTerm => term.kind === 'fact'),
  };
}

function refuseTooMuch(words: readonly string[]): void {
  if (words.length > MAX_WORDS)
    refuse('search-too-long', `it has ${words.length} words, must be at most ${MAX_WORDS}`);
  for (const [word, { length }] of Map.groupBy(words, (each) => each)) {
    if (length > MAX_REPEATS)
      refuse('search-too-long', `${echo(word)} stands in it ${length} times, must be at most ${MAX_REPEATS}`);
  }
}

/** What the conditions are tested against. `sortAt`: the time at which lists show the item. */
interface FactsOfItem {
  read: boolean;
  starred: boolean;
  sortAt: number;
}

/** Whether all clauses hold for an item. */
export function holds(clauses: readonly Clause<FactTerm>[], item: FactsOfItem): boolean {
  return clauses.every(({ any, not }) => any.some((term) => isFact(term, item)) !== not);
}

function isFact(term: FactTerm, { read, starred, sortAt }: FactsOfItem): boolean {
  switch (term.is) {
    case 'read':
      return read;
    case 'unread':
      return !read;
    case 'starred':
      return starred;
    case 'before':
      return sortAt < term.at;
    case 'from':
      return sortAt >= term.at;
  }
}

interface Typed {
  value: string;
  /** An asterisk follows it. */
  open: boolean;
}

function readTerm(name: string | undefined, typed: Typed): Term | undefined {
  switch (name) {
    case undefined:
      return readWords(typed, undefined);
    case 'title':
    case 'author':
      return readWords(typed, name) ?? refuse('search-lacks', `${name}: lacks a word`);
    case 'feed':
    case 'group': {
      const named = fold(typed.value).trim();
      if (named === '') refuse('search-lacks', `${name}: lacks an id or a part of the title`);
      return { kind: 'place', of: name, named };
    }
    case 'tag': {
      const title = typed.value.replace(/\\(["“”„\\])/g, '$1').trim();
      if (title === '') refuse('search-lacks', 'tag: lacks a part of the title');
      return { kind: 'tag', title, named: fold(title).trim() };
    }
    case 'is':
      return { kind: 'fact', is: readStatus(typed.value) };
    case 'before':
      return { kind: 'fact', is: 'before', at: readDate(name, typed.value) };
    default:
      return { kind: 'fact', is: 'from', at: readDate('after', typed.value) };
  }
}

function readWords({ value, open }: Typed, field: WordsTerm['field']): WordsTerm | undefined {
  const sought = soughtWords(value, open);
  const last = sought.words.at(-1);
  if (last === undefined) return undefined;
  const { least } = startLetters;
  if (open && [...last].length < least && !isJoined(last)) {
    refuse(
      'search-start',
      `${echo(value)} is too short, at least ${least} letters must stand before the asterisk`,
    );
  }
  return { kind: 'words', field, ...sought };
}

function readStatus(value: string): 'read' | 'unread' | 'starred' {
  const status = value.toLowerCase();
  if (status === 'read' || status === 'unread' || status === 'starred') return status;
  return refuse('search-status', `is:${echo(value)} is unknown, must be is:unread, is:read or is:starred`);
}

/** A year, a month, a day, or a moment; a year or month means its first day, a day its beginning in UTC. */
function readDate(name: string, value: string): number {
  const day = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value);
  const written = day ? `${day[1]}-${day[2] ?? '01'}-${day[3] ?? '01'}` : value;
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/i.test(value);
  const at = day || isMoment ? Date.parse(written) : Number.NaN;
  // Date.parse reads the 30th of February as the 2nd of March.
  const date = written.slice(0, 10);
  if (Number.isNaN(at) || !new Date(date).toISOString().startsWith(date))
    refuse('search-date', `${name}:${echo(value)} is no date, must be like 2026-11-21`);
  return at;
}

function addTerm(
  clauses: { any: Term[]; not: boolean }[],
  term: Term,
  { not, joins }: { not: boolean; joins: boolean },
): void {
  const last = clauses.at(-1);
  if (!joins || !last) {
    clauses.push({ any: [term], not });
    return;
  }
  if (not || last.not) refuse('search-or', 'OR cannot stand beside a minus sign');
  if (last.any[0]?.kind !== term.kind) {
    refuse(
      'search-or',
      'OR joins words with words, feeds and groups with one another, tags with tags, and is: with dates',
    );
  }
  last.any.push(term);
}

function pick<T extends Term>(
  clauses: readonly Clause<Term>[],
  isKind: (term: Term) => term is T,
): Clause<T>[] {
  return clauses
    .map(({ any, not }) => ({ any: any.filter(isKind), not }))
    .filter(({ any }) => any.length > 0);
}

function echo(value: string): string {
  return value.length > ECHOED_CHARS ? `${value.slice(0, ECHOED_CHARS)}…` : value;
}

function refuse(reason: RefusalReason, what: string): never {
  throw new Refusal('invalid', `Cannot search: ${what}`, { reason });
}
