// Which statements PostgreSQL keeps prepared: to plan one takes it two to three times as long as to run it.
import { createHash } from 'node:crypto';
import type { Sql } from '../sql.ts';
import { codeOf } from './postgres-connections.ts';

/** What is asked less often is not worth a place. */
const LEAST_USES = 5;
/** Of more than these, rows are written: each number of them is a text of its own, and an import writes all numbers there are. */
const MOST_VALUES = 20;
/** Uses that are further from the first count anew: what is swept each hour comes five times as well. */
const SPELL_MS = 30 * 60_000;
/**
 * The first to be asked often, which are those of each request. A server process keeps some 30 kB for each, and poolers that
 * keep them for their clients do so for two hundred (PgBouncer's `max_prepared_statements`).
 */
const MOST_PREPARED = 200;
/** SQLSTATE of a prepared statement that is not there, or there already: whose answers come from one server process and then another. */
const ASTRAY = /^(26000|42P05)$/;
/** A table has other columns than when the statement was prepared. The code stands for many things, and the message is in any language. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

interface Known {
  /** Placeholders as PostgreSQL wants them: `$1` for the first `?`. */
  text: string;
  /** Since a time. */
  uses: number;
  since: number;
  name: string | undefined;
}

/** The texts of a store. They are few, so what is known of each is kept. */
export class Statements {
  readonly #known = new Map<string, Known>();
  #prepared = 0;
  #mayBePrepared: boolean;

  constructor({ mayBePrepared = true } = {}) {
    this.#mayBePrepared = mayBePrepared;
  }

  /** A statement as the driver takes it. One that has a name is prepared by it once for each connection. */
  of({ text, values }: Sql, now: number): { text: string; name?: string } {
    const known = this.#known.get(text) ?? this.#add(text, now);
    if (!this.#mayBePrepared) return { text: known.text };
    // Without values it may be several statements, and is too rare.
    const mayBeNamed = values.length > 0 && values.length <= MOST_VALUES;
    if (known.name === undefined && mayBeNamed) this.#count(known, now);
    return known.name === undefined ? { text: known.text } : { text: known.text, name: known.name };
  }

  /**
   * Whether a transaction failed because something was prepared. From then on nothing is: behind a pooler that gives each transaction
   * another server process it would go on, and after a migration this program is an old one, which ends soon.
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
    let count = 0;
    const known = { text: text.replace(/\?/g, () => `$${++count}`), uses: 0, since: now, name: undefined };
    this.#known.set(text, known);
    return known;
  }
}

/** Of the text alone: whoever finds it prepared by another node finds the same statement. PostgreSQL's names have 63 signs at the most. */
function nameOf(text: string): string {
  return `courant_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}
