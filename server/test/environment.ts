// The settings of an instance for a test, as its operator would give them.
import type { TestContext } from 'node:test';
import { temporaryDatabase } from './temporary-store.ts';

export type Environment = Readonly<Record<string, string>>;

/** A database that goes with the test, and the settings of an instance in it that listens on any free port. */
export async function temporaryInstance(t: TestContext, more: Environment = {}): Promise<Environment> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    // What each start would else compile anew.
    NODE_COMPILE_CACHE,
    COURANT_DATABASE: await temporaryDatabase(t),
    COURANT_LISTEN: '127.0.0.1:0',
    COURANT_PASSWORD_GRANT: 'true',
    ...more,
  };
}
