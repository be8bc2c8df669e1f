// Ends an answer that is made as it is taken once its caller may not have it any more: whoever takes it slowly could go on for days.
import { groundsOf } from '../../accounts/authenticate.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { Refusal } from '../../model/refusal.ts';

/** As long after a revocation as a stream of events may go on. */
const CHECKED_MS = 15_000;

/** The pieces, as long as the app is let in or the session lasts. Then throws Refusal `unauthenticated`: the answer breaks off. */
export async function* whileAllowed(
  accounts: Pick<AccountsOptions, 'store' | 'clock'>,
  secret: string,
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const { clock } = accounts;
  const isAllowed = await groundsOf(accounts, secret);
  let checkedAt = clock.now();
  try {
    for (;;) {
      if (Math.abs(clock.now() - checkedAt) >= CHECKED_MS) {
        if (!(await isAllowed())) throw new Refusal('unauthenticated', 'Cannot go on: access was revoked');
        checkedAt = clock.now();
      }
      const { done, value } = await pieces.next();
      if (done) return;
      yield value;
    }
  } finally {
    await pieces.return(undefined);
  }
}
