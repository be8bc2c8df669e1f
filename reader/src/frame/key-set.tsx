// The keys of an action, as they are labelled.
import { type Action, keyName, keysOf } from './keys.ts';

export function KeySets({ action }: { action: Action }) {
  return keysOf(action).map((key) => (
    <span key={key} class="keyset">
      {key === ' ' || key === 'shift+ ' ? (
        <kbd>{keyName(key)}</kbd>
      ) : (
        key.split(' ').map((each) => <kbd key={each}>{keyName(each)}</kbd>)
      )}
    </span>
  ));
}
