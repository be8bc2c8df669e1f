// A screen's request to the service: the answer, or why there is none, and a way to ask again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { wordsOf } from '../data/service.ts';

export interface Asked<T> {
  /** The latest answer, also while the next one is on its way. */
  answer: T | undefined;
  /** In words; empty when nothing has failed. */
  failure: string;
  again: () => void;
}

/** Asks when the component is first shown, whenever `key` changes, and on `again`. Drops answers that come too late. */
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
