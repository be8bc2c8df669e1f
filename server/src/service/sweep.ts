// Deletes what has expired, every hour, on one node of all; and sets right what a wrong clock has left behind.
import { randomUUID } from 'node:crypto';
import type { AccountsOptions } from '../accounts/options.ts';
import { sweepAccounts } from '../accounts/sweep.ts';
import type { Clock } from '../clock.ts';
import { forgetPosts } from '../crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../crawler/forgetting/forget-sources.ts';
import { setPlansBack } from '../crawler/schedule/set-plans-back.ts';
import { forgetGoneUsers } from '../library/accounts.ts';
import { forgetOldChanges } from '../library/forget-changes.ts';
import { forgetJournal } from '../library/journal.ts';
import type { Library } from '../library/library.ts';
import { forgetRecentMarks } from '../library/mark-streams.ts';
import { forgetPositions } from '../library/playback.ts';
import { applyRetention } from '../library/retention.ts';
import { forgetImports } from '../library/transfer/imports.ts';
import type { Log } from '../log.ts';
import { forgetDuties, takeDuty } from '../store/duties.ts';
import { openClockDoubts } from './clock-doubts.ts';

/** How often expired data is deleted. If the node that does it dies, another takes over. */
const SWEEP_EVERY_MS = 3_600_000;
const SWEEP_DUTY_MS = 1.5 * SWEEP_EVERY_MS;

interface Swept {
  accounts: AccountsOptions;
  library: Library;
}

interface Sweeper {
  holder: string;
  /** Whether the clock may be wrong. */
  isDoubtful: () => Promise<boolean>;
}

/** Begins at once; call the result to stop. */
export function sweepRegularly(house: Swept, { clock, log }: { clock: Clock; log: Log }): () => void {
  let cancel = (): void => {};
  let isStopped = false;
  const sweeper = { holder: randomUUID(), isDoubtful: openClockDoubts({ store: house.library.store, log }) };
  const sweep = (): void => {
    sweepHouse(house, sweeper).catch((error: unknown) => {
      // A long one ends when the database is closed under it. A later one does the rest.
      if (!isStopped) log.error('sweeping failed', { error });
    });
    cancel = clock.after(SWEEP_EVERY_MS, sweep);
  };
  sweep();
  return () => {
    isStopped = true;
    cancel();
  };
}

async function sweepHouse({ accounts, library }: Swept, { holder, isDoubtful }: Sweeper): Promise<void> {
  const { store } = library;
  if (!(await store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, SWEEP_DUTY_MS)))) return;
  if (await isDoubtful()) return;
  await store.write(forgetDuties);
  await setPlansBack(store);
  await sweepAccounts(accounts);
  await forgetGoneUsers(library);
  await forgetOldChanges(library);
  await forgetJournal(library);
  await forgetRecentMarks(library);
  await forgetPositions(library);
  await forgetImports(library);
  await applyRetention(library);
  await forgetPosts(library.store);
  await forgetSources(library.store);
}
