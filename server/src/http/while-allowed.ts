// Ends an answer that is made as it is taken once its caller may not have it any more: whoever takes it slowly could go on for days.
import type { Clock } from '../clock.ts';
import { Refusal } from '../model/refusal.ts';

/** As long after a revocation as a stream of events may go on. */
const CHECKED_MS = 15_000;

/** The pieces, as long as `isAllowed`, asked now and then, says so. Then throws Refusal `unauthenticated`: the answer breaks off. */
export async function* whileAllowed<Piece>(
  clock: Clock,
  isAllowed: () => Promise<boolean>,
  pieces: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  let checkedAt = clock.now();
  for await (const piece of pieces) {
    if (Math.abs(clock.now() - checkedAt) >= CHECKED_MS) {
      if (!(await isAllowed())) throw new Refusal('unauthenticated', 'Cannot go on: access was revoked');
      checkedAt = clock.now();
    }
    yield piece;
  }
}
