// Who is signed in.
import type { Me } from '@courant/client';
import { computed, signal } from '@preact/signals';
import { pollEveryMs, retryWriteMs } from '../../data/limits.ts';
import { service } from '../../data/service.ts';

const known = signal<Me | undefined>(undefined);
/** How often the service could not say it. */
const failures = signal(0);

/** The person who is signed in; asked for once, when it is first read. */
export const me = computed(() => {
  if (known.value === undefined && failures.value >= 0) askWho();
  return known.value;
});
export const isAdmin = computed(() => me.value?.is_admin === true);

/** What is known is no longer true: asks again. */
export function forgetMe(): void {
  isAsking = false;
  known.value = undefined;
}

let isAsking = false;

function askWho(): void {
  if (isAsking) return;
  isAsking = true;
  service.account.me().then(
    (found) => {
      known.value = found;
    },
    () => {
      // Without a connection: whatever shows it asks again in a while, or the next that does. A page may stay open for days.
      const wait = Math.min(retryWriteMs * (failures.peek() + 1), pollEveryMs);
      setTimeout(() => {
        isAsking = false;
        failures.value++;
      }, wait);
    },
  );
}
