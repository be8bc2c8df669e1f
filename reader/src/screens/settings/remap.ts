// Assigning a key to an action: which keys are allowed, and which others an action keeps.
import { type Action, actions, keysOf } from '../../frame/keys.ts';

type Objection = { kind: 'unusable' } | { kind: 'begins' } | { kind: 'taken'; by: Action };

/** Why a key cannot be given to an action; undefined when it can. */
export function objectionTo(key: string, action: Action): Objection | undefined {
  if (!isSingle(key)) return { kind: 'unusable' };
  const others = (Object.keys(actions) as Action[]).filter((each) => each !== action);
  const by = others.find((each) => keysOf(each).includes(key));
  if (by) return { kind: 'taken', by };
  const isBeginning = others.some((each) => keysOf(each).some((other) => other.startsWith(`${key} `)));
  return isBeginning ? { kind: 'begins' } : undefined;
}

/** The keys of an action with `key` as the first, or without one: those with Control, Enter and Escape stay. */
export function keysWith(action: Action, key: string | undefined): string[] {
  const usual: readonly string[] = actions[action];
  const kept = usual.filter((each) => !isSingle(each) && !/\S \S/.test(each));
  return key === undefined ? kept : [key, ...kept];
}

/** A character, the space bar, or a key such as F1 or Home; not those that confirm, cancel, or move the focus. */
function isSingle(key: string): boolean {
  return (
    key === 'shift+ ' || [...key].length === 1 || /^(?:F\d+|Arrow\w+|Home|End|Page\w+|Insert)$/.test(key)
  );
}
