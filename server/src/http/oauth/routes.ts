// The door through which apps register and get their tokens.
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Door } from '../routing.ts';

/** Opens the door. */
export function openOauthDoor(_options: AccountsOptions): Door {
  const broken = (): Response => new Response(null, { status: 500 });
  return { name: 'oauth', routes: [], owns: () => false, refuse: broken, fail: broken };
}
