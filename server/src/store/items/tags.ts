// How Tags are kept, and which Items have them. Every function takes the owner: somebody else's id counts as one that does not
// exist.
import type { TagSubject } from '../../model/journal.ts';
import type { Tag, TaggedInFeed } from '../../model/tag.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The user's tags that some item has, in order of title. */
export async function listTags(tx: ReadTx, userId: number): Promise<Tag[]> {
  const rows = await tx.all<Tag>(sql`
    SELECT id, title FROM tags WHERE user_id = ${userId} AND EXISTS (
      SELECT 1 FROM item_tags g JOIN items i ON i.id = g.item_id WHERE g.tag_id = tags.id)`);
  return rows.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
}

/** The user's tag with a title, whether an item has it or not. */
export async function findTagTitled(tx: ReadTx, userId: number, title: string): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(
    sql`SELECT id FROM tags WHERE user_id = ${userId} AND title = ${title}`,
  );
  return row?.id;
}

/** The same, created if there is none. */
export async function tagTitled(tx: WriteTx, userId: number, title: string): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO tags (user_id, title) VALUES (${userId}, ${title})
    ON CONFLICT (user_id, title) DO NOTHING RETURNING id`);
  const id = row?.id ?? (await findTagTitled(tx, userId, title));
  if (id === undefined) throw new Error('A tag is neither new nor known');
  return id;
}

/** Puts a tag on those of `ids` that are items of the user and do not have it. Returns those, ascending. */
export async function putTag(
  tx: WriteTx,
  userId: number,
  tagId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM items WHERE +user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)})
      AND NOT EXISTS (SELECT 1 FROM item_tags g WHERE g.tag_id = ${tagId} AND g.item_id = items.id) ORDER BY id`);
  const missing = rows.map(({ id }) => id);
  await restoreBearers(tx, tagId, missing);
  return missing;
}

/** Takes a tag of the user's off items, and returns those that had it, ascending. */
export async function takeTagOff(tx: WriteTx, tagId: number, ids: readonly number[]): Promise<number[]> {
  const which = sql`tag_id = ${tagId} AND item_id IN (${tx.dialect.numbers(ids)})`;
  const rows = await tx.all<{ id: number }>(
    sql`SELECT item_id AS id FROM item_tags WHERE ${which} ORDER BY item_id`,
  );
  await tx.run(sql`DELETE FROM item_tags WHERE ${which}`);
  return rows.map(({ id }) => id);
}

/** Forgets a tag that no item has, not even one that is away with its feed. */
export async function forgetIfUnborne(tx: WriteTx, tagId: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM tags WHERE id = ${tagId} AND NOT EXISTS (SELECT 1 FROM item_tags WHERE tag_id = ${tagId})`);
}

/** Some of the items with a tag, after an id, in order; `isHere`: the item is not away with its feed. */
export async function bearersAfter(
  tx: ReadTx,
  tagId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; isHere: boolean }[]> {
  const rows = await tx.all<{ id: number; here: number | null }>(sql`
    SELECT g.item_id AS id, i.id AS here FROM item_tags g LEFT JOIN items i ON i.id = g.item_id
    WHERE g.tag_id = ${tagId} AND g.item_id > ${after} ORDER BY g.item_id LIMIT ${limit}`);
  return rows.map(({ id, here }) => ({ id, isHere: here !== null }));
}

/** The tags of items, in order of title, by the id of the item. */
export async function tagsOfItems(
  tx: ReadTx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ item_id: number; title: string }>(sql`
    SELECT g.item_id, t.title FROM item_tags g JOIN tags t ON t.id = g.tag_id
    WHERE g.item_id IN (${tx.dialect.numbers(ids)})`);
  const byItem = Map.groupBy(rows, (row) => row.item_id);
  return new Map([...byItem].map(([id, own]) => [id, own.map(({ title }) => title).sort()]));
}

/** How many tags items have; those without any are left out. */
export async function countTags(tx: ReadTx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.all<{ id: number; count: number }>(sql`
    SELECT item_id AS id, count(*) AS count FROM item_tags WHERE item_id IN (${tx.dialect.numbers(ids)}) GROUP BY item_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** What the user's tags are on, by tag and feed: how many items are unread, and when the newest came. */
export async function taggedInFeeds(tx: ReadTx, userId: number): Promise<TaggedInFeed[]> {
  const rows = await tx.all<{ tag_id: number; feed_id: number; unread: number; newest: number }>(sql`
    SELECT g.tag_id, i.feed_id, sum(1 - i.read) AS unread, max(i.created_at) AS newest
    FROM tags t JOIN item_tags g ON g.tag_id = t.id JOIN items i ON i.id = g.item_id
    WHERE t.user_id = ${userId} GROUP BY g.tag_id, i.feed_id`);
  return rows.map((row) => ({
    tagId: row.tag_id,
    feedId: row.feed_id,
    unread: row.unread,
    newestAt: row.newest,
  }));
}

export async function renameTag(tx: WriteTx, userId: number, tag: Tag): Promise<void> {
  await tx.run(sql`UPDATE tags SET title = ${tag.title} WHERE id = ${tag.id} AND user_id = ${userId}`);
}

/** Removes a tag, and takes it off everything that has it. */
export async function deleteTag(tx: WriteTx, userId: number, id: number): Promise<void> {
  await tx.run(sql`DELETE FROM tags WHERE id = ${id} AND user_id = ${userId}`);
}

/** Puts a tag back, on no item. False if the user has one with that title, or it is there under another. */
export async function restoreTag(tx: WriteTx, userId: number, tag: TagSubject): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO tags (id, user_id, title) VALUES (${tag.id}, ${userId}, ${tag.title}) ON CONFLICT DO NOTHING`);
  return inserted > 0;
}

/** Puts a tag on items, even on those that are away with their feed, and returns those that did not have it. They must be the user's. */
export async function restoreBearers(tx: WriteTx, tagId: number, ids: readonly number[]): Promise<number[]> {
  // `WHERE true` tells SQLite that ON CONFLICT does not continue the list of tables.
  const rows = await tx.all<{ id: number }>(sql`
    INSERT INTO item_tags (tag_id, item_id) SELECT CAST(${tagId} AS BIGINT), value FROM (${tx.dialect.numbers(ids)}) AS borne
    WHERE true ON CONFLICT DO NOTHING RETURNING item_id AS id`);
  return rows.map(({ id }) => id);
}

/** For an item that is replaced by another. Returns whether that one has got another tag. */
export async function inheritTags(tx: WriteTx, gone: number, kept: number): Promise<boolean> {
  const given = await tx.run(sql`
    INSERT INTO item_tags (tag_id, item_id) SELECT tag_id, CAST(${kept} AS BIGINT) FROM item_tags WHERE item_id = ${gone}
    ON CONFLICT DO NOTHING`);
  await tx.run(sql`DELETE FROM item_tags WHERE item_id = ${gone}`);
  return given > 0;
}

/** Some tags after an id, of all users. */
export function tagsAfter(
  tx: ReadTx,
  after: number,
  limit: number,
): Promise<{ id: number; userId: number }[]> {
  return tx.all(sql`
    SELECT id, user_id AS "userId" FROM tags WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
}

/** Whether a user has removed feeds that could bring their items back. */
export async function hasShelf(tx: ReadTx, userId: number): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT id FROM journal WHERE user_id = ${userId} AND action = 'feed.removed' LIMIT 1`);
  return row !== undefined;
}
