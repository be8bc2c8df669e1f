// How full-text search differs between databases: how the words of posts are kept, and how they are looked up.
import type { PostWords } from '../../model/post-words.ts';
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import type { Sql } from '../sql.ts';

/** Where the words of a search may stand: in the head (title and author), in the head or among the subjects, or anywhere. */
export type Reach = 'head' | 'subject' | 'anywhere';

/** Where an index keeps the words of a post. */
export type WordsColumn = 'title' | 'author' | 'body';

/** Where the words of a term may stand. */
export function columnsOf(field: WordsTerm['field'], reach: Reach): readonly WordsColumn[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}

/** What is searched for in posts. At least one clause is not negated. */
export interface SoughtText {
  clauses: readonly Clause<WordsTerm>[];
  reach: Reach;
  /** Posts that are found with this reach are left out. */
  beyond?: Reach;
}

/** A table of the index that consists of pieces. */
export interface MergedTable {
  name: string;
  /** Begins to merge all its pieces into one, and does the first portion of that. */
  begin: Sql;
  /** Does another portion, if any is left. */
  goOn: Sql;
  /** Selects the `count` of all changes so far, which shows whether a statement found something to do. */
  changes: Sql;
}

/** An index of the words of posts. */
export interface WordIndex {
  /** Makes the index, and has the words of a post go with it, whatever way it goes. */
  readonly schema: readonly string[];
  /** Statements that store the words of a post in place of those stored before. */
  put(postId: number, words: PostWords): readonly Sql[];
  /** The upkeep of the index that is due for so many posts of usual length, to be run after their words were put. */
  tidy(posts: number): readonly Sql[];
  /** Tables that these statements merge to one piece each now and then; none if the database does it by itself. */
  readonly merged: readonly MergedTable[];
  /** Selects the `post_id` of matching posts between two ids, inclusive. */
  findBetween(sought: SoughtText, first: number, last: number): Sql;
  /** Selects the `post_id` of those of the given posts (ids, ascending) that match, and perhaps of others between them. */
  findAmong(sought: SoughtText, posts: readonly number[]): Sql;
}

/** The index of what feeds give. */
export interface SearchDialect extends WordIndex {
  /** Removes the index, whatever layout it has. */
  readonly takeDown: readonly string[];
  /**
   * The index of posts together with the articles behind them, for those who are shown these: in the other one, whoever finds a post
   * by a word of its article would learn that somebody reads it. The words of a post go with the article.
   */
  readonly full: WordIndex;
  /** Run before and after each look into an index, in the same transaction. */
  readonly around: Readonly<Record<'before' | 'after', readonly Sql[]>>;
  /** Cuts posts (ids, ascending) into runs, each for one look. `spacing`: how far apart matching posts are, in ids. */
  runs(posts: readonly number[], spacing: number): readonly (readonly number[])[];
  /** Whether all matches have to be gathered before the first is known, however few posts are given. */
  gathers(sought: SoughtText): boolean;
}
