// What was asked for lately, by its key: whether an answer is worth keeping shows when it is asked for again.

/** Remembered at least; twice as many at the most. A key takes a hundred bytes. */
const REMEMBERED = 1_000;

export class AskedBefore {
  #older = new Set<string>();
  #newer = new Set<string>();

  /** Whether it was asked for before; from now on it was. */
  ask(key: string): boolean {
    if (this.#newer.has(key) || this.#older.has(key)) return true;
    if (this.#newer.size >= REMEMBERED) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(key);
    return false;
  }
}
