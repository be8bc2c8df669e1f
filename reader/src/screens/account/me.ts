// Who is signed in.
import type { Me } from '@courant/client';
import { computed, signal } from '@preact/signals';
import { pollEveryMs, retryWriteMs } from '../../data/limits.ts';
import { heardAt } from '../../data/reached.ts';
import { service, wordsOf } from '../../data/service.ts';
import type { Asked } from '../../frame/use-answer.ts';

const known = signal<Me | undefined>(undefined);
/** Why the service could not say it, and after which moment it is asked again once it is heard. */
const failed = signal<{ error: unknown; at: number } | undefined>(undefined);

/** The person who is signed in; asked for once, when it is first read. */
export const me = computed(() => {
  if (known.value === undefined && heardAt.value > (failed.value?.at ?? -1)) askWho();
  return known.value;
});
export const isAdmin = computed(() => me.value?.is_admin === true);
/** For a screen that shows nothing without it. */
export const askedMe = computed<Asked<Me>>(() => ({
  answer: me.value,
  failure: failed.value ? wordsOf(failed.value.error) : '',
  again: askWho,
}));

/** What is known is no longer true: asks again. */
export function forgetMe(): void {
  isAsking = false;
  known.value = undefined;
}

let isAsking = false;
/** How often the service could not say it. */
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

function askWho(): void {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(retry);
  service.account.me().then(
    (found) => {
      isAsking = false;
      known.value = found;
      failed.value = undefined;
    },
    (error: unknown) => {
      isAsking = false;
      failed.value = { error, at: Date.now() };
      // Whatever shows it asks again in a while at the latest, or the next that does. A page may stay open for days.
      const wait = Math.min(retryWriteMs * ++failures, pollEveryMs);
      retry = setTimeout(() => {
        failed.value = { error, at: -1 };
      }, wait);
    },
  );
}
