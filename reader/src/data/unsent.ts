// What somebody did here that the service did not get before another person signed in: kept apart, sent by nobody else, and sent when
// they are back. There are numbers of items in it, and addresses of files that were played; nothing of what is written in an item.
import { effect } from '@preact/signals';
import { isReady } from './copy.ts';
import { open, type QueuedPosition, type QueuedWrite } from './database.ts';
import { keptUnsentMs } from './limits.ts';
import { flush } from './queue.ts';
import { isReplaced, thisPage } from './signed-in.ts';

interface Unsent {
  at: number;
  entries: (QueuedWrite | QueuedPosition)[];
}

/** In the names of facts, before the id of the account. */
const prefix = 'unsent:';
const afterAll = `${prefix}\uffff`;

/** Deletes the facts of the copy. What waits for other people stays, as does the owner where the copy begins anew. */
export function clearFacts(facts: IDBObjectStore, { keepsOwner }: { keepsOwner: boolean }): void {
  if (keepsOwner) {
    facts.delete(IDBKeyRange.upperBound('owner', true));
    facts.delete(IDBKeyRange.bound('owner', prefix, true, true));
  } else facts.delete(IDBKeyRange.upperBound(prefix, true));
  facts.delete(IDBKeyRange.lowerBound(afterAll));
}

/** Sets apart what is still in the queue of the copy's owner. */
export async function setApart(transaction: IDBTransaction): Promise<void> {
  const facts = transaction.objectStore('facts');
  const [owner, entries] = await Promise.all([
    answer<number | undefined>(facts.get('owner')),
    answer<Unsent['entries']>(transaction.objectStore('queue').getAll()),
  ]);
  if (owner === undefined || entries.length === 0) return;
  const before = await answer<Unsent | undefined>(facts.get(prefix + owner));
  facts.put({ at: Date.now(), entries: [...(before?.entries ?? []), ...entries] }, prefix + owner);
}

/** Sends what waits for the person who is signed in, once that is known. */
export function sendUnsent(): void {
  const end = effect(() => {
    if (!isReady.value || thisPage.owner === undefined) return;
    // Not before `end` is there.
    queueMicrotask(() => end());
    bringBack(thisPage.owner).catch(() => {});
  });
}

async function bringBack(owner: number): Promise<void> {
  const database = await open();
  if (isReplaced()) return;
  const transaction = database.transaction(['facts', 'queue'], 'readwrite');
  const [facts, queue] = [transaction.objectStore('facts'), transaction.objectStore('queue')];
  await deleteOld(facts);
  const unsent = await answer<Unsent | undefined>(facts.get(prefix + owner));
  if (!unsent) return;
  facts.delete(prefix + owner);
  const { entries } = unsent;
  for (const { key: _, ...entry } of entries) queue.add(entry);
  await ended(transaction);
  await flush();
  if (entries.some(({ kind }) => kind === 'position')) {
    await import('./positions.ts').then(({ sendPositions }) => sendPositions());
  }
}

/** What was meant so long ago may not be meant any more, and its owner may never come back. */
async function deleteOld(facts: IDBObjectStore): Promise<void> {
  const range = IDBKeyRange.bound(prefix, afterAll);
  const [names, found] = await Promise.all([
    answer<IDBValidKey[]>(facts.getAllKeys(range)),
    answer<Unsent[]>(facts.getAll(range)),
  ]);
  const oldest = Date.now() - keptUnsentMs;
  for (const [index, name] of names.entries()) if ((found[index]?.at ?? 0) < oldest) facts.delete(name);
}

function answer<Value>(request: IDBRequest): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Value);
    request.onerror = () => reject(request.error);
  });
}

export function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot write the copy'));
  });
}
