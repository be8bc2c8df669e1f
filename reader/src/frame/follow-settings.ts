// What is chosen in another page of this browser holds here, too: somebody who wants nothing marked by opening it means all windows.
import { asKept, type Settings, settings } from '../data/settings.ts';
import { keyOf } from '../data/stream.ts';
import { view } from '../screens/list/selection.ts';
import { useLanguage } from '../texts/translate.ts';

/** Called once. */
export function followSettings(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'settings' && newValue) take({ ...settings.peek(), ...JSON.parse(newValue) });
  });
  // This page may be older than the last choice, also when the browser shows again what it has kept for the way back.
  addEventListener('pageshow', () => take(asKept()));
  take(asKept());
}

function take(now: Settings): void {
  const before = settings.peek();
  // Setting them draws what they say anew, also where that is the same.
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  const open = view.peek()?.stream;
  // A list that is being read is not sorted anew, and no line between panes moves under the hand of somebody who is elsewhere.
  settings.value = {
    ...now,
    orders: asHere(now.orders, before.orders, open && keyOf(open)),
    filters: asHere(now.filters, before.filters, open && keyOf(open)),
    panes: before.panes,
  };
  if (now.language !== before.language) useLanguage().catch(() => {});
}

/** The new ones, but for one key. */
function asHere<T>(
  now: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  key: string | undefined,
): Record<string, T> {
  const { [key ?? '']: _, ...others } = now;
  const here = before[key ?? ''];
  return key === undefined || here === undefined ? others : { ...others, [key]: here };
}
