// Stores for tests that see which texts each transaction has changed, or end after some of them.
import { sql } from '../../store/sql.ts';
import type { Store } from '../../store/store.ts';
import type { Bench } from './bench.ts';

/** A store that notes the characters of the texts that each transaction has changed. */
export function watched(b: Pick<Bench, 'store'>, perWrite: number[]): Store {
  return {
    ...b.store,
    async write(fn, options) {
      const before = new Set(await texts(b));
      const value = await b.store.write(fn, options);
      const changed = (await texts(b)).filter((each) => !before.has(each));
      perWrite.push(changed.join('').length);
      return value;
    },
  };
}

/** A store that writes nothing any more once so many transactions have changed texts. */
export function killedAfter(b: Bench, portions: number): Store {
  let left = portions;
  return {
    ...b.store,
    async write(fn, options) {
      if (left === 0) throw new Error('killed');
      const before = await texts(b);
      const value = await b.store.write(fn, options);
      if (`${await texts(b)}` !== `${before}`) left--;
      return value;
    },
  };
}

/** In order of publication. */
export async function texts({ store }: Pick<Bench, 'store'>): Promise<string[]> {
  const rows = await store.read((tx) =>
    tx.all<{ text: string }>(sql`
      SELECT coalesce(c.content, c.summary) AS text FROM posts p JOIN post_contents c ON c.post_id = p.id ORDER BY p.sort_at`),
  );
  return rows.map((row) => row.text);
}
