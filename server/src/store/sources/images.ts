// How publishers' pictures are kept: by the hash of their address; those unused for longest go first.
import type { Image, ImageFailure, ImageType } from '../../model/image.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** What is kept under a key: a picture, or why there is none. */
interface KeptImage {
  type: ImageType | undefined;
  failure: ImageFailure | undefined;
  usedAt: number;
}

interface Row {
  type: ImageType | null;
  failure: ImageFailure | null;
  used_at: number;
}

/** Undefined for what was never asked for, or so long ago that it must be asked for again. */
export async function findImage(tx: ReadTx, key: string): Promise<KeptImage | undefined> {
  const row = await tx.get<Row>(
    sql`SELECT type, failure, used_at FROM images WHERE key = ${key} AND expires_at > ${tx.now}`,
  );
  return row && { type: row.type ?? undefined, failure: row.failure ?? undefined, usedAt: row.used_at };
}

/** Whether there is a picture, though it may have to be asked for again. */
export async function hasImage(tx: ReadTx, key: string): Promise<boolean> {
  return (await tx.get(sql`SELECT 1 FROM images WHERE key = ${key} AND type IS NOT NULL`)) !== undefined;
}

export async function imageBytes(tx: ReadTx, key: string): Promise<Uint8Array | undefined> {
  return (await tx.get<{ body: Uint8Array }>(sql`SELECT body FROM image_bodies WHERE key = ${key}`))?.body;
}

/** Stores a picture in place of what was known. */
export async function keepImage(
  tx: WriteTx,
  key: string,
  { image, expiresAt }: { image: Image; expiresAt: number },
): Promise<void> {
  await forget(tx, key);
  await tx.run(sql`
    INSERT INTO images (key, type, size, expires_at, used_at)
    VALUES (${key}, ${image.type}, ${image.bytes.byteLength}, ${expiresAt}, ${tx.now})`);
  await tx.run(sql`INSERT INTO image_bodies (key, body) VALUES (${key}, ${image.bytes})`);
}

/** Records that there is no picture, and why. */
export async function keepImageFailure(
  tx: WriteTx,
  key: string,
  { failure, expiresAt }: { failure: ImageFailure; expiresAt: number },
): Promise<void> {
  await forget(tx, key);
  await tx.run(sql`
    INSERT INTO images (key, failure, size, expires_at, used_at)
    VALUES (${key}, ${failure}, 0, ${expiresAt}, ${tx.now})`);
}

/** Keeps a picture for longer whose time is over. False if there is none. */
export async function keepImageOn(tx: WriteTx, key: string, expiresAt: number): Promise<boolean> {
  const kept = await tx.run(
    sql`UPDATE images SET expires_at = ${expiresAt} WHERE key = ${key} AND type IS NOT NULL`,
  );
  return kept > 0;
}

export async function touchImage(tx: WriteTx, key: string): Promise<void> {
  await tx.run(sql`UPDATE images SET used_at = ${tx.now} WHERE key = ${key}`);
}

/** The number and size of the pictures that are kept. */
export async function imagesKept(tx: ReadTx): Promise<{ count: number; bytes: number }> {
  const row = await tx.get<{ count: number; bytes: number }>(
    sql`SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM images`,
  );
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
}

/** Removes the pictures unused for longest, `atOnce` at most, until what is left is within bounds. */
export async function dropOldImages(
  tx: WriteTx,
  { maxCount, maxBytes, atOnce }: { maxCount: number; maxBytes: number; atOnce: number },
): Promise<void> {
  const kept = await imagesKept(tx);
  if (kept.count <= maxCount && kept.bytes <= maxBytes) return;
  const oldest = await tx.all<{ key: string; size: number }>(
    sql`SELECT key, size FROM images ORDER BY used_at, size LIMIT ${atOnce}`,
  );
  for (const { key, size } of oldest) {
    if (kept.count <= maxCount && kept.bytes <= maxBytes) return;
    await forget(tx, key);
    kept.count--;
    kept.bytes -= size;
  }
}

async function forget(tx: WriteTx, key: string): Promise<void> {
  await tx.run(sql`DELETE FROM images WHERE key = ${key}`);
}
