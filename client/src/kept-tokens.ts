/** The current tokens of one sign-in, and whether they are saved. */

import type { Tokens } from './session.ts';

/** Keeps the tokens in use. `save` is called with every change; if it throws, our next call saves again. */
export function keepTokens(
  tokens: Tokens | undefined,
  save: (tokens: Tokens | undefined) => void | Promise<void>,
) {
  let current = tokens;
  let isSaved = true;
  let saving: Promise<void> | undefined;

  async function saved(): Promise<void> {
    while (!isSaved) {
      saving ??= saveCurrent().finally(() => {
        saving = undefined;
      });
      await saving;
    }
  }

  async function saveCurrent(): Promise<void> {
    const written = current;
    await save(written);
    // If the user signed out, or in again, during the save, the newer state must be saved too.
    if (current === written) isSaved = true;
  }

  return {
    current: () => current,
    saved,

    /** Takes new tokens. They are kept even if saving fails, because the old ones are used up. */
    async adopt(next: Tokens | undefined): Promise<void> {
      current = next;
      isSaved = false;
      await saved();
    },

    /** Takes what another client has saved, unless `old` is not in use any more. */
    take(next: Tokens | undefined, old: Tokens): void {
      if (current === old) current = next;
    },
  };
}
