// The settings of an instance for a test, in the form that its operator would give them.
import type { TestContext } from 'node:test';
import { temporaryDatabase } from './temporary-store.ts';

export type Environment = Readonly<Record<string, string>>;

/** Settings of an instance that listens on any free port, in a database that is removed after the test. */
export async function temporaryInstance(t: TestContext, more: Environment = {}): Promise<Environment> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    // Saves compiling everything anew at each start.
    NODE_COMPILE_CACHE,
    COURANT_DATABASE: await temporaryDatabase(t),
    COURANT_LISTEN: '127.0.0.1:0',
    COURANT_PASSWORD_GRANT: 'true',
    ...more,
  };
}
