// What of full-text search differs between databases: how the words of posts are kept, and how they are looked up.
import type { Clause, WordsTerm } from '../model/search-query.ts';
import type { Sql } from './sql.ts';

/** The words of a post, as model/search-words.ts makes them. */
export interface PostWords {
  postId: number;
  title: readonly string[];
  author: readonly string[];
  body: readonly string[];
  /** Those of the body that it is about, in no order. */
  subjects: readonly string[];
}

/** Where words that are looked for may stand: in the head (title and author), also among the subjects, or anywhere. */
export type Reach = 'head' | 'subject' | 'anywhere';

/** What is looked for in posts. At least one clause is not negated. */
export interface SoughtText {
  clauses: readonly Clause<WordsTerm>[];
  reach: Reach;
  /** Posts that this reach finds are left out. */
  beyond?: Reach;
}

export interface SearchDialect {
  /** Makes the index; and whatever way a post goes, its words go with it. */
  readonly schema: readonly string[];
  /** Keeps the words of a post, instead of those that are kept. */
  put(words: PostWords): Sql;
  /** Selects the `post_id` of what is found, among posts from `first` to `last` where these are given. */
  find(sought: SoughtText, between?: { first: number; last: number }): Sql;
  /** Whether all that is found has to be gathered before the first of it is known, however narrow the range. */
  gathers(sought: SoughtText): boolean;
}
