// Keeps the copy in step with the service, by code that comes after the first list. Only this imports it, so that it is one file.
import { signal } from '@preact/signals';
import { isReady } from './copy.ts';
import { wholeClient } from './later-client.ts';
import { restoreRest } from './restore.ts';

/** Whether the code for it could not be loaded: then nothing is sent, either. */
export const isOutOfStep = signal(false);

let sync: Promise<typeof import('./sync.ts')> | undefined;

/** Nothing is told or sent without it. Rejects when it cannot be loaded, and then always: some browsers would ask for it again, but it is started only once. */
export function loadSync(): Promise<typeof import('./sync.ts')> {
  sync ??= import('./sync.ts');
  return sync;
}

/** Called once. */
export function keepInStep(): void {
  // Lists wait for it, and need nothing that is still to come.
  if (isReady.peek()) void restoreRest();
  // It needs this, too: at the same time, and not afterwards.
  wholeClient().catch(() => {});
  loadSync().then(
    ({ startSync }) => startSync(),
    () => {
      isOutOfStep.value = true;
    },
  );
}

/** Asks for changes now. Resolves to whether the service was reached. */
export function catchUp(): Promise<boolean> {
  return loadSync().then(
    (sync) => sync.catchUp(),
    () => false,
  );
}
