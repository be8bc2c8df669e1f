// Stores for tests on one PostgreSQL: a schema each, cleared and reused, because making one takes as long as many a test.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { systemClock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';

interface PostgresSchemas {
  /** The address of a schema without data, which is free for other tests afterwards. */
  take(t: TestContext): Promise<string>;
  /** The address of an empty schema, without tables. */
  makeEmpty(): Promise<string>;
  close(): Promise<void>;
}

interface Schema {
  name: string;
  /** Statements that make it as good as new. */
  clearing: string;
  isTaken: boolean;
}

const store = fileURLToPath(new URL('../src/store/', import.meta.url));

export function postgresSchemas(server: string): PostgresSchemas {
  const own: Schema[] = [];
  const emptyOnes: string[] = [];
  // Its session holds the locks on the schemas, so they are released however this process ends.
  let connected: Promise<pg.Client> | undefined;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    // Without triggers, so that the order of the tables does not matter. A change of this later would make it plan everything again.
    await client.query('SET session_replication_role = replica');
    return client;
  };
  const find = async (): Promise<Schema> => {
    connected ??= connect();
    const client = await connected;
    let schema = own.find(({ isTaken }) => !isTaken);
    if (!schema) {
      schema = (await leftByOthers(client, own)) ?? (await make(client, server));
      own.push(schema);
    }
    schema.isTaken = true;
    await client.query(schema.clearing);
    return schema;
  };
  // One after the other: tests may run in parallel.
  let last: Promise<unknown> = Promise.resolve();
  return {
    async take(t) {
      const finding = last.then(find);
      last = finding.catch(() => {});
      const schema = await finding;
      // Aborted when the test has closed everything that it had opened.
      const { signal } = t;
      signal.addEventListener('abort', () => {
        schema.isTaken = false;
      });
      return addressOf(server, schema.name);
    },
    async makeEmpty() {
      connected ??= connect();
      // An operator may give it a name that has to be quoted.
      const name = `"Empty-${randomBytes(8).toString('hex')}"`;
      await (await connected).query(`CREATE SCHEMA ${name}`);
      emptyOnes.push(name);
      return addressOf(server, name);
    },
    async close() {
      const client = await connected;
      for (const name of emptyOnes) await client?.query(`DROP SCHEMA ${name} CASCADE`);
      await client?.end();
    },
  };
}

function addressOf(server: string, schema: string): string {
  const address = new URL(server);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return address.href;
}

/** A schema that another process has made and does not use any more. */
async function leftByOthers(client: pg.Client, own: readonly Schema[]): Promise<Schema | undefined> {
  const { rows } = await client.query<{ name: string; clearing: string }>(
    `SELECT nspname AS name, obj_description(oid, 'pg_namespace') AS clearing FROM pg_namespace
     WHERE nspname LIKE $1 AND obj_description(oid, 'pg_namespace') IS NOT NULL`,
    [`test_${fingerprint()}_%`],
  );
  for (const row of rows) {
    // A session can take a lock again that it already holds.
    if (own.some(({ name }) => name === row.name)) continue;
    if (await lock(client, row.name)) return { ...row, isTaken: false };
  }
  return undefined;
}

async function make(client: pg.Client, server: string): Promise<Schema> {
  const name = `test_${fingerprint()}_${randomBytes(8).toString('hex')}`;
  await lock(client, name);
  await client.query(`CREATE SCHEMA ${name}`);
  await (await openStore(addressOf(server, name), systemClock)).close();
  // A function, whose statements are read and planned once in a session: that halves the time.
  await client.query(
    `CREATE FUNCTION ${name}.clear() RETURNS void LANGUAGE plpgsql AS $clear$BEGIN ${await clearingOf(client, name)}; END$clear$`,
  );
  const clearing = `SELECT ${name}.clear()`;
  // Only a complete schema has the comment.
  await client.query(`COMMENT ON SCHEMA ${name} IS ${pg.escapeLiteral(clearing)}`);
  return { name, clearing, isTaken: false };
}

async function lock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS has',
    [name],
  );
  return rows[0]?.has === true;
}

/** Empties every table except for what the migrations wrote, and lets every id begin anew. */
async function clearingOf(client: pg.Client, schema: string): Promise<string> {
  const tables = await client.query<{ name: string }>(
    'SELECT quote_ident(schemaname) || $2 || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = $1',
    [schema, '.'],
  );
  const sequences = await client.query<{ name: string }>(
    'SELECT quote_ident(schemaname) || $2 || quote_ident(sequencename) AS name FROM pg_sequences WHERE schemaname = $1',
    [schema, '.'],
  );
  const statements = [
    // Autovacuum may write statistics of theirs just now, in another order than they are deleted here.
    `LOCK TABLE ${tables.rows.map(({ name }) => name).join()} IN SHARE UPDATE EXCLUSIVE MODE`,
  ];
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`SELECT * FROM ${name}`);
    statements.push(`DELETE FROM ${name}`);
    if (rows.length === 0) continue;
    const written = pg.escapeLiteral(JSON.stringify(rows));
    statements.push(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ${written})`);
  }
  for (const { name } of sequences.rows)
    statements.push(`PERFORM setval(${pg.escapeLiteral(name)}, 1, false)`);
  // Or else the plans of a test would depend on what another one had there when it ran ANALYZE.
  statements.push(
    `DELETE FROM pg_statistic USING pg_class WHERE oid = starelid AND relnamespace = '${schema}'::regnamespace`,
    `UPDATE pg_class SET reltuples = -1, relpages = 0
     WHERE relnamespace = '${schema}'::regnamespace AND (relkind = 'r' AND reltuples >= 0 OR relkind = 'i' AND reltuples > 0)`,
  );
  return statements.join(';');
}

let known: string | undefined;

/** Distinguishes the schema of this program from those that other versions have left on the server. */
function fingerprint(): string {
  if (known !== undefined) return known;
  const files = [
    ...readdirSync(`${store}migrations`).map((file) => `migrations/${file}`),
    'dialects/postgres.ts',
    'dialects/postgres-search.ts',
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(store + file));
  known = hash.digest('hex').slice(0, 12);
  return known;
}
