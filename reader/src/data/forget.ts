// Forgets the copy in this browser: code that is hardly ever needed, and then not before the first list.
import { open, openForTheLastTime, readFact, type StoreName, write } from './database.ts';
import { endFirstPages, writeFirstPage } from './first-page.ts';

/** Forgets the copy, but not its owner and what is still to be sent. */
export async function forgetCopy(): Promise<void> {
  const owner = await readFact<number>('owner');
  writeFirstPage(undefined);
  await clear(await open(), ['rows', 'bodies', 'facts']);
  if (owner !== undefined) await write({ facts: { owner } });
}

/** For good: the page is about to be left. */
export async function forgetEverything(): Promise<void> {
  endFirstPages();
  await clear(await openForTheLastTime(), ['rows', 'bodies', 'facts', 'queue']);
}

async function clear(database: IDBDatabase, names: StoreName[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(names, 'readwrite');
    for (const name of names) transaction.objectStore(name).clear();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot forget the copy'));
  });
}
