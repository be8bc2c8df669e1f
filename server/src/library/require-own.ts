// Refuses ids that are not among the user's own.
import { Refusal } from '../model/refusal.ts';

/** Throws Refusal `cannot`, which names the first of the wanted ids that is not among `own`. `action` follows "Cannot". */
export function requireOwn(
  { action, noun }: { action: string; noun: 'feed' | 'group' },
  wanted: readonly number[],
  own: readonly number[],
): void {
  const known = new Set(own);
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal('cannot', `Cannot ${action}: there is no ${noun} ${unknown}`);
}
