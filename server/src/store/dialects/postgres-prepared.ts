// Which statements are prepared on PostgreSQL: planning one takes the server two to three times as long as running it.
import { createHash } from 'node:crypto';
import type { Sql } from '../sql.ts';
import { codeOf } from './postgres-connections.ts';

/** Less frequent statements are not worth the memory. */
const LEAST_USES = 5;
/** Statements with more values insert rows. Each number of rows is another text, and an import needs nearly all of them. */
const MOST_VALUES = 20;
/** After this the count starts again. Otherwise the hourly sweeps would be prepared, too. */
const SPELL_MS = 30 * 60_000;
/** Each takes about 30 kB in each server process. PgBouncer keeps as many per connection by default (`max_prepared_statements`). */
const MOST_PREPARED = 200;
/**
 * Texts that are known. The program has some three hundred of its own, but a search has a text for its number of words, phrases and
 * beginnings: 20,000 elaborate searches had 45,000 texts of 800 characters each.
 */
const MOST_KNOWN = 1_000;
/** SQLSTATE if a prepared statement does not exist, or exists already: behind a transaction pooler, the server process changes. */
const ASTRAY = /^(26000|42P05)$/;
/** The result has other columns than when the statement was prepared. The code alone has other meanings, and the message may be in any language. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

interface Known {
  /** Placeholders as PostgreSQL wants them: `$1` for the first `?`. */
  text: string;
  /** Counted from `since`. */
  uses: number;
  since: number;
  name: string | undefined;
}

/** The statements of a store. */
export class Statements {
  readonly #known = new Map<string, Known>();
  #prepared = 0;
  #mayBePrepared: boolean;

  constructor({ mayBePrepared = true } = {}) {
    this.#mayBePrepared = mayBePrepared;
  }

  /** How many texts are known. */
  get known(): number {
    return this.#known.size;
  }

  /** A statement as the driver expects it. If it has a name, the driver prepares it once per connection. */
  of({ text, values }: Sql, now: number): { text: string; name?: string } {
    const known = this.#known.get(text) ?? this.#add(text, now);
    if (!this.#mayBePrepared) return { text: known.text };
    // A text without values may be several statements.
    const mayBeNamed = values.length > 0 && values.length <= MOST_VALUES;
    if (known.name === undefined && mayBeNamed) this.#count(known, now);
    return known.name === undefined ? { text: known.text } : { text: known.text, name: known.name };
  }

  /**
   * Whether a transaction failed because a statement was prepared. From then on nothing is: behind a pooler that does not support it, this would
   * happen again and again, and after a migration this process is an old one that is about to be replaced.
   */
  wereRefused(error: unknown): boolean {
    const code = codeOf(error);
    const isOutdated =
      code === OUTDATED.code &&
      error instanceof Error &&
      'routine' in error &&
      error.routine === OUTDATED.routine;
    if (!isOutdated && !ASTRAY.test(code)) return false;
    this.#mayBePrepared = false;
    return true;
  }

  #count(known: Known, now: number): void {
    if (now - known.since >= SPELL_MS) Object.assign(known, { uses: 0, since: now });
    if (++known.uses < LEAST_USES || this.#prepared === MOST_PREPARED) return;
    this.#prepared++;
    known.name = nameOf(known.text);
  }

  #add(text: string, now: number): Known {
    if (this.#known.size >= MOST_KNOWN) this.#forgetUnprepared();
    let count = 0;
    const known = { text: text.replace(/\?/g, () => `$${++count}`), uses: 0, since: now, name: undefined };
    this.#known.set(text, known);
    return known;
  }

  /** Those that are prepared keep their names: the connections have them. The others begin to be counted anew. */
  #forgetUnprepared(): void {
    for (const [text, { name }] of this.#known) if (name === undefined) this.#known.delete(text);
  }
}

/** A hash of the text, so that a name means the same statement on every node. PostgreSQL allows 63 characters. */
function nameOf(text: string): string {
  return `courant_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}
