// Keeps the copy in step with the service, by code that comes after the first list. Only this imports it, so that it is one file.
import { wholeClient } from './later-client.ts';

/** Nothing is told or sent without it. Rejects when it cannot be loaded, and then always: browsers do not ask for a module again. */
export function loadSync(): Promise<typeof import('./sync.ts')> {
  return import('./sync.ts');
}

/** Called once. Whoever opens anything is told of a failure (`lazily.tsx`). */
export function keepInStep(): void {
  // It needs this, too: at the same time, and not afterwards.
  wholeClient().catch(() => {});
  loadSync().then(
    ({ startSync }) => startSync(),
    () => {},
  );
}

/** Asks for changes now. Resolves to whether the service was reached. */
export function catchUp(): Promise<boolean> {
  return loadSync().then(
    (sync) => sync.catchUp(),
    () => false,
  );
}
