// What the service sees of a request: a part of fetch's Request, so that tests can pass a real one and the listener something cheaper.

export interface Asked extends Pick<Request, 'method' | 'url' | 'body' | 'signal' | 'text'> {
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** The whole request, word for word, where it is at hand: two requests with the same words ask for the same thing. */
  readonly words?: string;
}

interface BodilessParts {
  method: string;
  url: string;
  /** Name and value in turn, as they came. */
  rawHeaders: readonly string[];
  /** Aborts when the client goes away. */
  makeSignal(): AbortSignal;
}

/** A GET, HEAD or TRACE. Building fetch's own Request, with all its rules, takes a third of the time of a short answer. */
export class BodilessRequest implements Asked {
  readonly method: string;
  readonly url: string;
  readonly body = null;
  readonly headers: Asked['headers'];
  readonly #rawHeaders: readonly string[];
  readonly #makeSignal: () => AbortSignal;
  #signal: AbortSignal | undefined;

  constructor({ method, url, rawHeaders, makeSignal }: BodilessParts) {
    this.method = method;
    this.url = url;
    this.#makeSignal = makeSignal;
    this.#rawHeaders = rawHeaders;
    this.headers = new RawHeaders(rawHeaders);
  }

  /** Unambiguous, because no header contains a line break. */
  get words(): string {
    return `${this.method} ${this.url}\n${this.#rawHeaders.join('\n')}`;
  }

  /** Created on first use: hardly anybody looks at it, and it costs as much as everything else here. */
  get signal(): AbortSignal {
    this.#signal ??= this.#makeSignal();
    return this.#signal;
  }

  async text(): Promise<string> {
    return '';
  }
}

/** Whether raw headers, name and value in turn, have this one, without reading the others. `name`: in small letters. */
export function namesHeader(raw: readonly string[], name: string): boolean {
  return valuesOf(raw, name).length > 0;
}

/** The same for what it says, once for each of its lines. */
export function valuesOf(raw: readonly string[], name: string): string[] {
  const isNamed = (each = ''): boolean => each.length === name.length && each.toLowerCase() === name;
  return raw.filter((_, at) => at % 2 === 1 && isNamed(raw[at - 1]));
}

class RawHeaders {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** Joins repeated headers into one list, as fetch does (and cookies by RFC 6265 §5.4). */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    let joined: string | null = null;
    for (let index = 0; index + 1 < this.#raw.length; index += 2) {
      const raw = this.#raw[index] ?? '';
      if (raw.length !== wanted.length || raw.toLowerCase() !== wanted) continue;
      const value = this.#raw[index + 1] ?? '';
      joined = joined === null ? value : `${joined}${wanted === 'cookie' ? '; ' : ', '}${value}`;
    }
    return joined;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
