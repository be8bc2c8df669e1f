// Forgets the copy in this browser: code that is hardly ever needed, and then not before the first list.
import { open, openForTheLastTime } from './database.ts';
import { endFirstPages, writeFirstPage } from './first-page.ts';
import { clearFacts, ended, setApart } from './unsent.ts';

const names = ['rows', 'bodies', 'facts', 'queue'] as const;

/** Forgets the copy, but not its owner and what is still to be sent. */
export async function forgetCopy(): Promise<void> {
  writeFirstPage(undefined);
  const transaction = (await open()).transaction(['rows', 'bodies', 'facts'], 'readwrite');
  for (const name of ['rows', 'bodies']) transaction.objectStore(name).clear();
  clearFacts(transaction.objectStore('facts'), { keepsOwner: true });
  await ended(transaction);
}

/** Of the person who was signed in before: the page is about to be loaded anew for another. */
export async function forgetPerson(): Promise<void> {
  endFirstPages();
  await forgetPictures();
  const transaction = (await openForTheLastTime()).transaction(names, 'readwrite');
  await setApart(transaction);
  for (const name of ['rows', 'bodies', 'queue']) transaction.objectStore(name).clear();
  clearFacts(transaction.objectStore('facts'), { keepsOwner: false });
  await ended(transaction);
}

/** For good, whoever it belongs to: the page is about to be left. */
export async function forgetEverything(): Promise<void> {
  endFirstPages();
  await forgetPictures();
  const transaction = (await openForTheLastTime()).transaction(names, 'readwrite');
  for (const name of names) transaction.objectStore(name).clear();
  await ended(transaction);
}

/** Those that the service worker keeps, whose addresses tell what was read. Without encryption there is no service worker, and no such cache. */
async function forgetPictures(): Promise<void> {
  if ('caches' in window) await caches.delete('pictures').catch(() => {});
}
