/** The tokens of one sign-in as they are now, and whether they were saved. */

import type { Tokens } from './session.ts';

/** Keeps the tokens that are in use. `save` is told of every change; where it throws, the next call of ours saves again. */
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
    // Signed out, or in anew, while it was written: then that is to be saved as well.
    if (current === written) isSaved = true;
  }

  return {
    current: () => current,
    saved,

    /** Takes new tokens. They are held even when saving fails, because the old ones are used up. */
    async adopt(next: Tokens | undefined): Promise<void> {
      current = next;
      isSaved = false;
      await saved();
    },

    /** Takes what somebody else has saved, unless `old` is in use no longer. */
    take(next: Tokens | undefined, old: Tokens): void {
      if (current === old) current = next;
    },
  };
}
