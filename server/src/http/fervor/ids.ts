// Reads the id in a path.
import { readId } from '@courant/protocol';
import { Refusal } from '../../model/refusal.ts';

/** The id that a path names. Throws Refusal `not-found` for anything that cannot be an id. `action` follows "Cannot". */
export function requireId(params: Readonly<Record<string, string>>, action: string): number {
  const id = readId(params.id ?? '');
  if (id === undefined) throw new Refusal('not-found', `Cannot ${action}: there is no such id`);
  return id;
}
