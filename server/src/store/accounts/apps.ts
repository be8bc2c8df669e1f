// How apps are kept.
import type { App } from '../../model/app.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface NewApp {
  id: string;
  /** Undefined for a public app. */
  secretHash: string | undefined;
  registeredByJson: boolean;
  name: string;
  website: string | undefined;
  redirectUris: readonly string[];
}

interface Row {
  id: string;
  secret_hash: string | null;
  registered_by_json: number;
  name: string;
  website: string | null;
  redirect_uris: string;
  created_at: number;
}

export async function insertApp(tx: WriteTx, app: NewApp): Promise<void> {
  await tx.run(sql`
    INSERT INTO apps (id, secret_hash, registered_by_json, name, website, redirect_uris, created_at)
    VALUES (${app.id}, ${app.secretHash ?? null}, ${Number(app.registeredByJson)}, ${app.name},
      ${app.website ?? null}, ${JSON.stringify(app.redirectUris)}, ${tx.now})`);
}

export async function findApp(
  tx: ReadTx,
  id: string,
): Promise<{ app: App; secretHash: string | undefined } | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM apps WHERE id = ${id}`);
  return row && { app: appOf(row), secretHash: row.secret_hash ?? undefined };
}

/**
 * Removes, among some apps after an id, those that were registered before `time` and that nobody has let in. Returns the last id;
 * undefined at the end.
 */
export async function deleteUnusedApps(
  tx: WriteTx,
  time: number,
  { after, limit }: { after: string; limit: number },
): Promise<string | undefined> {
  const ids = await tx.all<{ id: string }>(
    sql`SELECT id FROM apps WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  const last = ids.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.run(sql`
    DELETE FROM apps WHERE id > ${after} AND id <= ${last} AND created_at < ${time}
    AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.app_id = apps.id)
    AND NOT EXISTS (SELECT 1 FROM consents WHERE consents.app_id = apps.id)`);
  return last;
}

function appOf(row: Row): App {
  return {
    id: row.id,
    name: row.name,
    website: row.website ?? undefined,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    isPublic: row.secret_hash === null,
    registeredByJson: row.registered_by_json === 1,
    createdAt: row.created_at,
  };
}
