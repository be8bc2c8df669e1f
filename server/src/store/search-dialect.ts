// What of full-text search differs between databases: how the words of posts are kept, and how they are looked up.
import type { PostWords } from '../model/post-words.ts';
import type { Clause, WordsTerm } from '../model/search-query.ts';
import type { Sql } from './sql.ts';

/** Where words that are looked for may stand: in the head (title and author), also among the subjects, or anywhere. */
export type Reach = 'head' | 'subject' | 'anywhere';

/** What is looked for in posts. At least one clause is not negated. */
export interface SoughtText {
  clauses: readonly Clause<WordsTerm>[];
  reach: Reach;
  /** Posts that this reach finds are left out. */
  beyond?: Reach;
}

/** A table of the index that comes in pieces. */
export interface MergedTable {
  name: string;
  /** Lets all its pieces become one, and does the first portion of that. */
  begin: Sql;
  /** Does another portion, if any is left. */
  goOn: Sql;
  /** Selects the `count` of all changes so far, from which it shows whether a statement found something to do. */
  changes: Sql;
}

export interface SearchDialect {
  /** Makes the index; and whatever way a post goes, its words go with it. */
  readonly schema: readonly string[];
  /** Takes the index away, in whatever layout it is. */
  readonly takeDown: readonly string[];
  /** Statements that keep the words of a post, instead of those that are kept. */
  put(postId: number, words: PostWords): readonly Sql[];
  /** The share of the index's upkeep that falls to so many posts, to be run after their words were put. */
  tidy(posts: number): readonly Sql[];
  /** What is merged to one piece each now and then, by these statements; none where the database does it by itself. */
  readonly merged: readonly MergedTable[];
  /** Run before and after each look into the index, in the same transaction. */
  readonly around: Readonly<Record<'before' | 'after', readonly Sql[]>>;
  /** Selects the `post_id` of what is found from one post to another. */
  findBetween(sought: SoughtText, first: number, last: number): Sql;
  /** Selects the `post_id` of those of some posts (ids, ascending) that are found, and perhaps of others between these. */
  findAmong(sought: SoughtText, posts: readonly number[]): Sql;
  /** Cuts posts (ids, ascending) into runs, each for one look. `spacing`: how far apart those are that are found, in ids. */
  runs(posts: readonly number[], spacing: number): readonly (readonly number[])[];
  /** Whether all that is found has to be gathered before the first of it is known, however few posts are given. */
  gathers(sought: SoughtText): boolean;
}
