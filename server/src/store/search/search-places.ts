// Which of a user's feeds and tags a search is about. Feeds are named by id, by a part of their title, or by a part of the title of one
// of their groups; tags by their title, or by a part of it.
import type { Clause, PlaceTerm, TagTerm } from '../../model/search-query.ts';
import { fold, latinDigits } from '../../model/search-words.ts';
import { listTags } from '../items/tags.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { TagClause } from './search-scope.ts';

/** The user's feeds for which all clauses hold. */
export async function feedsAt(
  tx: ReadTx,
  userId: number,
  clauses: readonly Clause<PlaceTerm>[],
): Promise<number[]> {
  const feeds = await tx.all<Titled>(sql`
    SELECT f.id, coalesce(f.custom_title, s.title) AS title FROM feeds f JOIN sources s ON s.id = f.source_id
    WHERE f.user_id = ${userId} ORDER BY f.id`);
  const groups = await tx.all<Titled>(sql`SELECT id, title FROM groups WHERE user_id = ${userId}`);
  const members = await tx.all<{ group_id: number; feed_id: number }>(sql`
    SELECT m.group_id, m.feed_id FROM group_feeds m JOIN groups g ON g.id = m.group_id WHERE g.user_id = ${userId}`);
  const feedsOf = Map.groupBy(members, (member) => member.group_id);
  const named = (term: PlaceTerm): number[] =>
    term.of === 'feed'
      ? idsNamed(feeds, term.named)
      : idsNamed(groups, term.named).flatMap((id) => feedsOf.get(id)?.map((member) => member.feed_id) ?? []);
  const sets = clauses.map(({ any, not }) => ({ ids: new Set(any.flatMap(named)), not }));
  return feeds.map((feed) => feed.id).filter((id) => sets.every(({ ids, not }) => ids.has(id) !== not));
}

/** The ids of the user's tags that each clause names, perhaps none. */
export async function tagsNamed(
  tx: ReadTx,
  userId: number,
  clauses: readonly Clause<TagTerm>[],
): Promise<TagClause[]> {
  const tags = await listTags(tx, userId);
  // Without blanks at the ends, as they are typed.
  const folded = tags.map(({ id, title }) => ({ id, title: oneWidth(title), folded: fold(title).trim() }));
  const ids = (term: TagTerm): number[] => {
    const { named } = term;
    const title = oneWidth(term.title);
    // A tag that is called just that takes precedence over one in other letters, and over titles that contain it: `art` is neither
    // `Art`, if there are both, nor `martial arts`.
    const found = [
      folded.filter((tag) => tag.title === title),
      folded.filter((tag) => tag.folded === named),
      named === '' ? [] : folded.filter((tag) => tag.folded.includes(named)),
    ].find(({ length }) => length > 0);
    return found?.map(({ id }) => id) ?? [];
  };
  return clauses.map(({ any, not }) => ({ tagIds: [...new Set(any.flatMap(ids))], not }));
}

/** A query has no wide signs and no digits of other scripts any more. */
function oneWidth(title: string): string {
  return latinDigits(title).normalize('NFKC').trim();
}

interface Titled {
  id: number;
  title: string;
}

/** An id takes precedence over a title that contains the same number. */
function idsNamed(things: readonly Titled[], named: string): number[] {
  const numbered = things.filter((thing) => String(thing.id) === named);
  const found = numbered.length > 0 ? numbered : things.filter((thing) => fold(thing.title).includes(named));
  return found.map((thing) => thing.id);
}
