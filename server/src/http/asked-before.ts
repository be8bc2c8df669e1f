// Remembers the keys that were asked for lately: an answer is only worth keeping if it is asked for again.

/** Keys remembered at least; at most twice as many. Each takes a hundred bytes. */
const REMEMBERED = 1_000;

export class AskedBefore {
  #older = new Set<string>();
  #newer = new Set<string>();

  /** Whether this key was asked for before; from now on it counts as asked for. */
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
