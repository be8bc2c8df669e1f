// What people may call their groups, tags, feeds, devices and apps: anything that can be seen.
import { Refusal } from './refusal.ts';

/** Blanks, control characters, and what Unicode leaves out of sight (Default_Ignorable_Code_Point): marks of direction, fillers. */
const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;

/** Whether nobody would see anything of it. */
export function isUnseen(text: string): boolean {
  return unseen.test(text);
}

/** Refuses with `invalid` a new title of which nobody would see anything. `action` follows "Cannot". */
export function requireSeen(title: string, action: string): void {
  if (isUnseen(title))
    throw new Refusal('invalid', `Cannot ${action}: title has no visible character`, {
      reason: 'name-empty',
    });
}
