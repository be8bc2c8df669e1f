// What a screen has asked the service for: the answer, or why there is none, and asking again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { wordsOf } from '../data/service.ts';

export interface Asked<T> {
  /** The last one that came, also while the next is on its way. */
  answer: T | undefined;
  /** In words; empty: it has not failed. */
  failure: string;
  again: () => void;
}

/** Asks when it is first shown, whenever `key` changes, and again when told. What comes too late is not shown. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, key: unknown): Asked<T> {
  const [state, setState] = useState<{ answer?: T; failure: string }>({ failure: '' });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    latest.current(signal).then(
      (answer) => signal.aborted || setState({ answer, failure: '' }),
      (error: unknown) => signal.aborted || setState((before) => ({ ...before, failure: wordsOf(error) })),
    );
    return () => leaving.abort();
  }, [key, round]);
  return { answer: state.answer, failure: state.failure, again: () => setRound((before) => before + 1) };
}
