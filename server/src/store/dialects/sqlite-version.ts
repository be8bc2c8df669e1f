// Which commit of the file is the last, told for less than a read.
import type { DatabaseSync } from 'node:sqlite';

export interface Version {
  /** Undefined while the connection is in a transaction. */
  ask(): number | undefined;
  /** Says that something was committed. */
  forget(): void;
}

/**
 * What the file says of its last commit by other connections, and to one that reads all are others. It is asked once in a turn of the
 * event loop: what came in together happens at one time.
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
      // Within a transaction it would be the version of its beginning.
      if (database.isTransaction) return undefined;
      known = Number(version.get()?.data_version);
      setImmediate(forget);
      return known;
    },
  };
}
