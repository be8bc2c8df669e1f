// The copy of the account in this browser: IndexedDB, with as few calls as possible.
import { openPatienceMs } from './limits.ts';
import type { Body, SavedRow } from './row.ts';
import { isReplaced } from './signed-in.ts';

/** What is kept of a write until the service has it. */
export interface QueuedWrite {
  key?: number;
  kind: 'read' | 'unread' | 'star' | 'unstar';
  ids: number[];
}

/** How far somebody has come in a file: it waits in the same queue for the service, but is sent separately (`positions.ts`). */
export interface QueuedPosition {
  key?: number;
  kind: 'position';
  ids: [itemId: number];
  url: string;
  seconds: number;
  at: number;
}

/** Unread or starred rows, newest first. */
export type RowIndex = 'unread' | 'starred';

/** The key at which a portion of rows ended. */
type Place = IDBValidKey | undefined;

interface Stores {
  rows: SavedRow;
  bodies: Body;
  /** Single facts by name: the cursor, the feeds, the groups, the counts. */
  facts: unknown;
  queue: QueuedWrite | QueuedPosition;
}

type StoreName = keyof Stores;

/** What is written in one transaction: all of it or nothing. */
export interface Changeset {
  rows?: readonly SavedRow[];
  bodies?: readonly Body[];
  removed?: readonly number[];
  facts?: Readonly<Record<string, unknown>>;
  enqueue?: QueuedWrite | QueuedPosition;
  dequeue?: readonly number[];
}

let opened: Promise<IDBDatabase> | undefined;
/** Whether anything was read yet: some databases open and then never answer. */
let hasAnswered = false;
/** A frame of its own, after the page has lost its connection. */
let frame: HTMLIFrameElement | undefined;

/** What waits for the service; undefined when the database cannot be read. */
export function readQueue(): Promise<Stores['queue'][] | undefined> {
  return ask<Stores['queue'][] | undefined>('queue', undefined, (store) => store.getAll());
}

/** A portion of the rows of an index, or of all rows by id, after a place. */
export async function readRows(
  index: RowIndex | undefined,
  { after, count }: { after: Place; count: number },
): Promise<{ rows: SavedRow[]; end: Place }> {
  const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true);
  const found = await ask<(SavedRow & Keys)[]>('rows', [], (store) =>
    (index ? store.index(index) : store).getAll(range, count),
  );
  const rows = found.map(withoutKeys);
  const last = found.at(-1);
  const end = index && last ? [last[keyOf[index]] ?? 0, last.id] : last?.id;
  return { rows, end };
}

export async function readRow(id: number): Promise<SavedRow | undefined> {
  const found = await ask<(SavedRow & Keys) | undefined>('rows', undefined, (store) => store.get(id));
  return found && withoutKeys(found);
}

export async function readBody(id: number): Promise<Body | undefined> {
  return ask('bodies', undefined, (store) => store.get(id));
}

export async function readFact<Fact>(name: string): Promise<Fact | undefined> {
  return ask('facts', undefined, (store) => store.get(name));
}

/** Writes; resolves to the key of what was queued. Rejects when nothing could be kept. */
export async function write(changes: Changeset): Promise<number | undefined> {
  const database = await open();
  // It may have been forgotten, and be another person's by now.
  if (isReplaced()) throw new Error('Cannot keep the copy');
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['rows', 'bodies', 'facts', 'queue'], 'readwrite', {
      durability: changes.enqueue ? 'strict' : 'relaxed',
    });
    let key: number | undefined;
    const store = (name: StoreName) => transaction.objectStore(name);
    for (const row of changes.rows ?? []) store('rows').put(withKeys(row));
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
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot keep the copy'));
    // Without this it would wait for the result of each request, and a page that is being left gets none any more.
    transaction.commit();
  });
}

/** The connection, for who clears the copy for good: the page is about to be left, and what it still knows is not written here any more. */
export async function openForTheLastTime(): Promise<IDBDatabase> {
  const database = await open();
  opened = new Promise(() => {});
  return database;
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
      request.onsuccess = () => {
        hasAnswered = true;
        resolve(request.result as Value);
      };
      request.onerror = () => reject(request.error);
      if (!hasAnswered) setTimeout(() => hasAnswered || reject(giveUp()), openPatienceMs);
    });
  } catch {
    // A browser that keeps nothing (private window, full disk): the reader works nevertheless.
    return otherwise;
  }
}

/** Goes without a copy until the page is loaded anew: nobody knows whose it is. */
function giveUp(): Error {
  const error = new Error('Cannot read the copy');
  opened = Promise.reject(error);
  opened.catch(() => {});
  return error;
}

/** Keys of the indexes, which hold only rows that have the key. The newest row has the least key; at equal times, that with the greatest id. */
interface Keys {
  unreadKey?: number[];
  starredKey?: number[];
}

const keyOf = { unread: 'unreadKey', starred: 'starredKey' } as const satisfies Record<RowIndex, keyof Keys>;

function withKeys(row: SavedRow): SavedRow & Keys {
  const key = [-row.at, -row.id];
  return { ...row, ...(row.read ? {} : { unreadKey: key }), ...(row.starred ? { starredKey: key } : {}) };
}

function withoutKeys({ unreadKey: _, starredKey: __, ...row }: SavedRow & Keys): SavedRow {
  return row;
}

/** The connection, opened once. Rejects where the browser keeps nothing. */
export function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = (frame?.contentWindow ?? window).indexedDB.open('courant', 3);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { transaction } = request;
      // Deleted while this page was open. An empty copy without an owner would pass for anybody's.
      if (frame) return transaction?.abort();
      if (oldVersion < 1) makeStores(request.result);
      if (transaction) makeIndexes(transaction.objectStore('rows'));
    };
    request.onsuccess = () => {
      // A page of a newer version wants to upgrade it: this one goes on from memory instead of blocking that.
      request.result.onversionchange = () => request.result.close();
      // Safari loses the connections of pages in the background. The document gets no other one, but a new one within it does.
      request.result.onclose = () => {
        frame?.remove();
        frame = document.createElement('iframe');
        frame.hidden = true;
        document.body.append(frame);
        opened = undefined;
      };
      resolve(request.result);
    };
    const fail = (): void => reject(new Error('Cannot open the copy'));
    request.onerror = fail;
    // A page of an older version holds it: then this one goes without a copy instead of showing nothing.
    request.onblocked = fail;
    setTimeout(fail, openPatienceMs);
  });
  return opened;
}

function makeStores(database: IDBDatabase): void {
  database.createObjectStore('rows', { keyPath: 'id' });
  database.createObjectStore('bodies', { keyPath: 'id' });
  database.createObjectStore('facts');
  database.createObjectStore('queue', { keyPath: 'key', autoIncrement: true });
}

function makeIndexes(rows: IDBObjectStore): void {
  for (const [name, key] of Object.entries(keyOf)) {
    if (!rows.indexNames.contains(name)) rows.createIndex(name, [key, 'id']);
  }
  const request = rows.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    cursor.update(withKeys(cursor.value));
    cursor.continue();
  };
}
