// The key of an action, shown beside what does the same with a click.
import { type Action, shownKey } from './keys.ts';

/** Nothing where no key works. Screen readers get it from `aria-keyshortcuts`. */
export function KeyHint({ action }: { action: Action }) {
  const key = shownKey(action);
  return key === undefined ? null : <kbd aria-hidden="true">{key}</kbd>;
}
