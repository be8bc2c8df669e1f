// The header fields of a response: the interface of fetch's Headers without loading the rest of fetch.

export type HeaderFields = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/** A list, not a map: a dozen fields are found sooner in it, and it is copied in one go for each answer that is told again. */
export class AnswerHeaders implements Headers {
  /** Name in lower case and value in turn; only set-cookie appears several times (RFC 9110 §5.3: it cannot be joined into a list). */
  #raw: string[];

  constructor(fields: HeaderFields = {}) {
    if (fields instanceof AnswerHeaders) {
      this.#raw = fields.#raw.slice();
      return;
    }
    this.#raw = [];
    const pairs = Symbol.iterator in fields ? fields : Object.entries(fields);
    for (const [name, value] of pairs as Iterable<readonly [string, string]>) this.append(name, value);
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    if (lower === COOKIE && this.has(COOKIE)) return this.getSetCookie().join(', ');
    return this.#raw[this.#placeOf(lower) + 1] ?? null;
  }

  has(name: string): boolean {
    return this.#placeOf(name.toLowerCase()) !== NOWHERE;
  }

  set(name: string, value: string): void {
    const lower = name.toLowerCase();
    if (lower === COOKIE) this.delete(COOKIE);
    const place = this.#placeOf(lower);
    if (place === NOWHERE) this.#raw.push(lower, value);
    else this.#raw[place + 1] = value;
  }

  append(name: string, value: string): void {
    const lower = name.toLowerCase();
    const place = lower === COOKIE ? NOWHERE : this.#placeOf(lower);
    if (place === NOWHERE) this.#raw.push(lower, value);
    else this.#raw[place + 1] += `, ${value}`;
  }

  delete(name: string): void {
    const lower = name.toLowerCase();
    this.#raw = [...this].filter(([known]) => known !== lower).flat();
  }

  getSetCookie(): string[] {
    return [...this].filter(([name]) => name === COOKIE).map(([, value]) => value);
  }

  /** Name and value in turn, as node:http sends them. This is the internal list itself: do not change it. */
  raw(): string[] {
    return this.#raw;
  }

  forEach(each: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this) each(value, name, this);
  }

  *entries(): Generator<[string, string], undefined> {
    for (let place = 0; place < this.#raw.length; place += 2)
      yield [this.#raw[place] ?? '', this.#raw[place + 1] ?? ''];
  }

  *keys(): Generator<string, undefined> {
    for (const [name] of this) yield name;
  }

  *values(): Generator<string, undefined> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): Generator<[string, string], undefined> {
    return this.entries();
  }

  #placeOf(lower: string): number {
    for (let place = 0; place < this.#raw.length; place += 2) if (this.#raw[place] === lower) return place;
    return NOWHERE;
  }
}

const COOKIE = 'set-cookie';
/** Even `#raw[NOWHERE + 1]` is undefined. */
const NOWHERE = -2;
