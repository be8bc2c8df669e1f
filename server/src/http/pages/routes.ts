// The door for people: a few pages without scripts.
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Door } from '../routing.ts';

/** Opens the door. */
export function openPagesDoor(_options: AccountsOptions): Door {
  const broken = (): Response => new Response(null, { status: 500 });
  return { name: 'pages', routes: [], owns: () => false, refuse: broken, fail: broken };
}
