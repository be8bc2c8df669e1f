// The fields of an answer: what fetch's Headers is to whoever reads or sets one, without the rest of fetch behind it.

export type HeaderFields = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

export class AnswerHeaders implements Headers {
  /** By name in lower case. */
  readonly #fields: Map<string, string>;
  /** RFC 9110 §5.3: the one field that may stand several times and is no list. */
  #cookies: readonly string[] = [];

  constructor(fields: HeaderFields = {}) {
    if (fields instanceof AnswerHeaders) {
      this.#fields = new Map(fields.#fields);
      this.#cookies = fields.#cookies;
      return;
    }
    this.#fields = new Map();
    const pairs = Symbol.iterator in fields ? fields : Object.entries(fields);
    for (const [name, value] of pairs as Iterable<readonly [string, string]>) this.append(name, value);
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    if (lower !== COOKIE) return this.#fields.get(lower) ?? null;
    return this.#cookies.length === 0 ? null : this.#cookies.join(', ');
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  set(name: string, value: string): void {
    const lower = name.toLowerCase();
    if (lower === COOKIE) this.#cookies = [value];
    else this.#fields.set(lower, value);
  }

  append(name: string, value: string): void {
    const lower = name.toLowerCase();
    if (lower === COOKIE) this.#cookies = [...this.#cookies, value];
    else {
      const before = this.#fields.get(lower);
      this.#fields.set(lower, before === undefined ? value : `${before}, ${value}`);
    }
  }

  delete(name: string): void {
    const lower = name.toLowerCase();
    if (lower === COOKIE) this.#cookies = [];
    else this.#fields.delete(lower);
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  /** Name and value in turn, as node:http sends them. */
  raw(): string[] {
    const raw: string[] = [];
    for (const [name, value] of this.#fields) raw.push(name, value);
    for (const value of this.#cookies) raw.push(COOKIE, value);
    return raw;
  }

  forEach(each: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this) each(value, name, this);
  }

  *entries(): Generator<[string, string], undefined> {
    yield* this.#fields;
    for (const value of this.#cookies) yield [COOKIE, value];
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
}

const COOKIE = 'set-cookie';
