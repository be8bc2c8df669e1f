// A number that changes with each commit to the file, and costs less to ask than a read.
import type { DatabaseSync } from 'node:sqlite';

interface Version {
  /** Undefined while the connection is in a transaction. */
  ask(): number | undefined;
  /** Call it when something was committed. */
  forget(): void;
}

/**
 * The number changes with commits of other connections; for a connection that only reads, all commits are. It is asked once per
 * turn of the event loop: requests that came in together count as simultaneous.
 */
export function openVersion(database: DatabaseSync): Version {
  const version = database.prepare('PRAGMA data_version');
  let known: number | undefined;
  const forget = (): void => {
    known = undefined;
  };
  return {
    forget,
    ask() {
      if (known !== undefined) return known;
      // Within a transaction it would be the version at its beginning.
      if (database.isTransaction) return undefined;
      known = Number(version.get()?.data_version);
      setImmediate(forget);
      return known;
    },
  };
}
