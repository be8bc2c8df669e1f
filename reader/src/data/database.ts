// The copy of the account in this browser: IndexedDB, as few calls as are needed.
import type { Body, SavedRow } from './row.ts';

/** What is to be kept of a write until the service has it. */
export interface QueuedWrite {
  key?: number;
  kind: 'read' | 'unread' | 'star' | 'unstar';
  ids: number[];
}

interface Stores {
  rows: SavedRow;
  bodies: Body;
  /** Single facts, under names: the cursor, the feeds, the groups, the counts. */
  facts: unknown;
  queue: QueuedWrite;
}

type StoreName = keyof Stores;

/** Everything that is written in one go: all of it is kept, or nothing. */
export interface Changeset {
  rows?: readonly SavedRow[];
  bodies?: readonly Body[];
  removed?: readonly number[];
  facts?: Readonly<Record<string, unknown>>;
  enqueue?: QueuedWrite;
  dequeue?: readonly number[];
}

let opened: Promise<IDBDatabase> | undefined;

/** Whether this browser keeps anything: private windows and full disks do not, and the reader works all the same. */
export let keepsCopy = true;

export async function readAll<Name extends StoreName>(name: Name): Promise<Stores[Name][]> {
  return ask(name, [], (store) => store.getAll());
}

export async function readBody(id: number): Promise<Body | undefined> {
  return ask('bodies', undefined, (store) => store.get(id));
}

export async function readFact<Fact>(name: string): Promise<Fact | undefined> {
  return ask('facts', undefined, (store) => store.get(name));
}

/** Writes; gives the key of what was queued. Rejects when it could not be kept. */
export async function write(changes: Changeset): Promise<number | undefined> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['rows', 'bodies', 'facts', 'queue'], 'readwrite', {
      durability: changes.enqueue ? 'strict' : 'relaxed',
    });
    let key: number | undefined;
    const store = (name: StoreName) => transaction.objectStore(name);
    for (const row of changes.rows ?? []) store('rows').put(row);
    for (const body of changes.bodies ?? []) store('bodies').put(body);
    for (const id of changes.removed ?? []) {
      store('rows').delete(id);
      store('bodies').delete(id);
    }
    for (const [name, fact] of Object.entries(changes.facts ?? {})) store('facts').put(fact, name);
    for (const done of changes.dequeue ?? []) store('queue').delete(done);
    if (changes.enqueue) {
      const request = store('queue').add(changes.enqueue);
      request.onsuccess = () => {
        key = Number(request.result);
      };
    }
    transaction.oncomplete = () => resolve(key);
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot keep: the database gave up'));
  });
}

/** Forgets the copy, but not whose it is and what is still to be sent. */
export async function forgetCopy(): Promise<void> {
  const owner = await readFact<number>('owner');
  await clear(['rows', 'bodies', 'facts']);
  if (owner !== undefined) await write({ facts: { owner } });
}

export function forgetEverything(): Promise<void> {
  return clear(['rows', 'bodies', 'facts', 'queue']);
}

async function clear(names: StoreName[]): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(names, 'readwrite');
    for (const name of names) transaction.objectStore(name).clear();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot forget the copy'));
  });
}

async function ask<Value>(
  name: StoreName,
  otherwise: Value,
  what: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  try {
    const database = await open();
    const request = what(database.transaction(name).objectStore(name));
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result as Value);
      request.onerror = () => reject(request.error);
    });
  } catch {
    keepsCopy = false;
    return otherwise;
  }
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('courant', 1);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('rows', { keyPath: 'id' });
      database.createObjectStore('bodies', { keyPath: 'id' });
      database.createObjectStore('facts');
      database.createObjectStore('queue', { keyPath: 'key', autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}
