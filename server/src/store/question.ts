// A question to the store about a key: asked for one caller alone, or in one statement for all who ask in the same turn of the
// event loop.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { ReadTx, Store } from './store.ts';

/** Keys per statement, so that none gets long. */
const MOST_KEYS = 100;

interface Batch<Key, Value> {
  keys: Set<Key>;
  answer: Promise<ReadonlyMap<Key, Value>>;
}

export class Question<Key, Value> {
  /** Distinguishes it from other questions about the same keys. */
  readonly name: string;
  readonly #ask: (tx: ReadTx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  readonly #waiting = new WeakMap<Store, Batch<Key, Value>>();

  /** `ask` runs one statement, and leaves out keys that stand for nothing. */
  constructor(name: string, ask: (tx: ReadTx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.name = name;
    this.#ask = ask;
  }

  async alone(store: Store, key: Key): Promise<Value | undefined> {
    return (await this.#read(store, [key])).get(key);
  }

  /**
   * The same, together with all others who ask in this turn. Nobody joins a statement that was already sent: each answer is read
   * after everybody who shares it has asked, so that it includes whatever was revoked or changed before. If it fails, it fails
   * for all of them.
   */
  async together(store: Store, key: Key): Promise<Value | undefined> {
    const batch = this.#waiting.get(store) ?? this.#gather(store);
    batch.keys.add(key);
    if (batch.keys.size === MOST_KEYS) this.#waiting.delete(store);
    return (await batch.answer).get(key);
  }

  #gather(store: Store): Batch<Key, Value> {
    const keys = new Set<Key>();
    const send = async (): Promise<ReadonlyMap<Key, Value>> => {
      await endOfTurn();
      if (this.#waiting.get(store) === batch) this.#waiting.delete(store);
      return this.#read(store, [...keys]);
    };
    const batch = { keys, answer: send() };
    this.#waiting.set(store, batch);
    return batch;
  }

  #read(store: Store, keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    return store.read((tx) => this.#ask(tx, keys), { isSingle: true });
  }
}
