// All the words of a post, as an index of words takes them: made wherever there is time for it, and kept by the store.
import { startsOf, subjectsOf, textOfSanitised, wordsOf } from './search-words.ts';

/** As much of a post's HTML is searched: a long chapter of a book. More would hold up the writer for others. */
const INDEXED_CHARS = 200_000;

export interface PostText {
  title: string;
  author: string | undefined;
  /** Sanitised HTML. */
  content: string | undefined;
  /** Sanitised HTML. */
  summary: string | undefined;
}

/** The words of a post in order, as search-words.ts makes them. */
export interface WordLists {
  title: readonly string[];
  author: readonly string[];
  body: readonly string[];
  /** Those of the body that it is about, in no order. */
  subjects: readonly string[];
}

/** The same with blanks between words, as every database takes them. */
export interface PostWords extends Record<keyof WordLists, string> {
  /** What words begin with, each once: of the title, of the author, and of everything. */
  titleStarts: string;
  authorStarts: string;
  starts: string;
}

/** Most of the work that a post is to an index: to be done before whoever stores it holds the lock of the database. */
export function wordsOfPost({ title, author, content, summary }: PostText): PostWords {
  const [body = [], ...rest] = [content, summary]
    .filter((html) => html !== undefined)
    .map((html) => wordsOf(textOfSanitised(html.slice(0, INDEXED_CHARS))));
  return inStrings({
    title: wordsOf(title),
    author: wordsOf(author ?? ''),
    body: [...body, ...rest.flat()],
    // A summary says again what the content says, which makes nothing a subject.
    subjects: subjectsOf(body),
  });
}

export function inStrings({ title, author, body, subjects }: WordLists): PostWords {
  return {
    title: spaced(title),
    author: spaced(author),
    body: spaced(body),
    subjects: spaced(subjects),
    titleStarts: spaced(startsOf(title)),
    authorStarts: spaced(startsOf(author)),
    starts: spaced(startsOf([...title, ...author, ...body])),
  };
}

function spaced(words: readonly string[]): string {
  return words.join(' ');
}
