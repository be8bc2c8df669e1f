// A choice that is saved as it is made: shown at once, sent after the previous one, and replaced by the service's value after the last answer.
import { useRef, useState } from 'preact/hooks';

/**
 * What to show for `kept`, and how to choose: based on what is shown, so that the second of two quick choices includes the first.
 * `send` never rejects.
 */
export function useChoice<Value>(
  kept: Value,
  send: (value: Value) => Promise<unknown>,
): [shown: Value, choose: (next: (before: Value) => Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value }>();
  const last = useRef<{ value: Value } | undefined>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const choose = (next: (before: Value) => Value): void => {
    const choice = { value: next(last.current ? last.current.value : kept) };
    last.current = choice;
    setChosen(choice);
    sending.current = sending.current.then(async () => {
      await send(choice.value);
      if (last.current !== choice) return;
      last.current = undefined;
      setChosen(undefined);
    });
  };
  return [chosen ? chosen.value : kept, choose];
}
