// Doing something at the service: one at a time, with what went wrong in words, and with showing who one is where that is wanted.
import { CourantError } from '@courant/client';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { wordsOf } from '../../data/service.ts';

/** Somebody is to show who they are; told whether they have. */
export const asking = signal<((hasShown: boolean) => void) | undefined>(undefined);

export interface Deed {
  /** In words; empty: nothing went wrong. */
  failure: string;
  isBusy: boolean;
  /** Does it, unless something is being done already. */
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

/** Does it again once the person has shown who they are, where the service wants that. Who would rather not has done nothing. */
async function confirmed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof CourantError && error.description === 'confirmation_required')) throw error;
    const hasShown = await new Promise<boolean>((resolve) => {
      asking.value = resolve;
    });
    if (hasShown) await act();
  }
}
