// All the words of a post in the form that the index takes: computed wherever there is time for it, stored by the store.
import { startsOf, subjectsOf, textOfSanitised, wordsOf } from './search-words.ts';

/** How much of a post's HTML is searchable: a long chapter of a book. More would keep others waiting for the writer. */
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
  /** Words of the body that say what it is about, in no order. */
  subjects: readonly string[];
}

/** The same as text, words separated by blanks: the form that every database takes. */
export interface PostWords extends Record<keyof WordLists, string> {
  /** The beginnings of words, each once: of the title, of the author, and of everything. */
  titleStarts: string;
  authorStarts: string;
  starts: string;
}

/**
 * Most of the work of indexing a post: do it before taking the lock of the database to store it. `article`: sanitised HTML of the
 * page behind it, for those who are shown that.
 */
export function wordsOfPost({ title, author, content, summary }: PostText, article?: string): PostWords {
  const whole = wordsOfHtml(article);
  const [body, more] = [wordsOfHtml(content), wordsOfHtml(summary)];
  // The texts repeat what the others say; a word in several is no more of a subject for that.
  const subjects = subjectsOf(content === undefined ? more : body);
  return inStrings({
    title: wordsOf(title),
    author: wordsOf(author ?? ''),
    body: [...whole, ...body, ...more],
    // Those of the post stay: among the best, nothing moves behind the page that it was on when its article is asked for.
    subjects: [...new Set([...subjectsOf(whole), ...subjects])],
  });
}

function wordsOfHtml(html = ''): string[] {
  return wordsOf(textOfSanitised(html.slice(0, INDEXED_CHARS)));
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
