// A screen's request to the service: the answer, or why there is none, and a way to ask again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { wordsOf } from '../data/service.ts';
import { useBack } from './use-back.ts';

export interface Asked<T> {
  /** The latest answer, also while the next one is on its way. */
  answer: T | undefined;
  /** In words; empty when nothing has failed. */
  failure: string;
  again: () => void;
}

/** Asks when the component is first shown, whenever `key` changes, on `again`, and when the service is back. Drops answers that come too late. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, key: unknown): Asked<T> {
  const [state, setState] = useState<{ answer?: T; error?: unknown }>({});
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    latest.current(signal).then(
      (answer) => signal.aborted || setState({ answer }),
      (error: unknown) => signal.aborted || setState((before) => ({ ...before, error })),
    );
    return () => leaving.abort();
  }, [key, round]);
  const again = (): void => setRound((before) => before + 1);
  const { answer, error } = state;
  useBack(error, again);
  return { answer, failure: error === undefined ? '' : wordsOf(error), again };
}
