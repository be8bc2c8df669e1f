// Runs an action at the service: one at a time, with any failure in words, and with a confirmation of identity where the service asks for it.
import { CourantError } from '@courant/client';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { wordsOf } from '../../data/service.ts';

/** Set while the person has to confirm who they are; called with whether they did. */
export const asking = signal<((hasShown: boolean) => void) | undefined>(undefined);

export interface Deed {
  /** In words; empty when nothing went wrong. */
  failure: string;
  isBusy: boolean;
  /** Runs the action, unless another is under way. */
  run: (act: () => Promise<unknown>) => void;
}

export function useDeed(): Deed {
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const doIt = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await confirmed(act);
    } catch (error) {
      setFailure(wordsOf(error));
    }
    setBusy(false);
  };
  return { failure, isBusy, run: (act) => void (isBusy || doIt(act)) };
}

/** If the service asks for a confirmation, runs the action again after it. When the person cancels, nothing is done. */
async function confirmed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof CourantError && error.description === 'confirmation_required')) throw error;
    const hasShown = await new Promise<boolean>((resolve) => {
      // Another may wait for it already: one confirmation is for both.
      const before = asking.peek();
      asking.value = (answer) => {
        before?.(answer);
        resolve(answer);
      };
    });
    if (hasShown) await act();
  }
}
