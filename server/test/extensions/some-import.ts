// What tests of undoing an import share: somebody who has imported, and ways to step in at a certain moment.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Sql, sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { bring, opml, outline } from './transfer-house.ts';

/** A reader with a feed in a group, who imports that feed and two more, all of them also in a new group, and reads and stars. */
export async function someImport(t: TestContext) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const there = await follow(house, client, 'https://there.example/feed', posts(1, 2));
  const mine = await client.groups.create({ title: 'Mine', feedIds: [there.id] });
  for (const name of ['one', 'two']) house.web.serve(`https://${name}.example/feed`, rss(name, posts(1, 3)));
  const outlines = outline('https://one.example/feed') + outline('https://two.example/feed', 'My own title');
  const job = await bring(
    house,
    client,
    opml(
      `<outline text="Mine">${outline(there.feed_url)}</outline><outline text="News">${outlines}</outline>`,
    ),
  );
  assert.equal(job.feeds.followed, 2);
  const [newest] = (await client.items.list({ limit: 1 })).items;
  await client.items.markRead(newest?.id ?? 0);
  await client.stars.add(newest?.id ?? 0);
  return { house, client, there, mine, job };
}

/** Somebody whose import of a group has followed one of its two feeds; after `serveTwo` a retry finds the other one as well. */
export async function halfAnImport(t: TestContext) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const serve = (name: string) => house.web.serve(`https://${name}.example/feed`, rss(name, posts(1, 3)));
  serve('one');
  const both = outline('https://one.example/feed') + outline('https://two.example/feed');
  const job = await bring(house, client, opml(`<outline text="News">${both}</outline>`));
  return { house, client, job, serveTwo: () => serve('two') };
}

/** An account with one starred item as a file, and otto, who is about to import it. */
export async function someAccount(t: TestContext) {
  const house = await testHouse(t);
  const [{ client: ines }, { client }] = [await house.signIn('ines'), await house.signIn('otto')];
  await follow(house, ines, 'https://one.example/feed', posts(1, 3));
  const [newest] = (await ines.items.list({ limit: 1 })).items;
  await ines.stars.add(newest?.id ?? 0);
  const file = await ines.transfer.exportAccount();
  const undoLatest = async () => client.journal.undo((await client.journal.list({ limit: 1 }))[0]?.id ?? 0);
  return { house, ines, client, file, undoLatest };
}

/** A feed of a running import is followed, and what it is to get has been read, but not given. */
export const isFilling = sql`
  SELECT f.place FROM import_feeds f JOIN imports i ON i.id = f.import_id WHERE f.state = 'filling' AND i.state = 'running'`;

/** Does something once, before the next write for which a row is found. */
export function before<T>({ house }: TestHouse, row: Sql, run: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const { store } = house.library;
  const { write } = store;
  store.write = async (fn, options) => {
    if (await store.read((tx) => tx.get(row))) {
      store.write = write;
      await run().then(resolve, reject);
    }
    return write(fn, options);
  };
  return promise;
}

/** Does something before the write of that number from now on, which fails if that does. */
export function atWrite({ house }: TestHouse, number: number, run: () => Promise<unknown>): void {
  const { store } = house.library;
  const { write } = store;
  let writes = 0;
  store.write = async (fn, options) => {
    if (++writes === number) {
      store.write = write;
      await run();
    }
    return write(fn, options);
  };
}
