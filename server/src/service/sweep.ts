// Deletes what has expired, every hour, on one node of all; and sets right what a wrong clock or a dead node has left behind.
import { randomUUID } from 'node:crypto';
import type { AccountsOptions } from '../accounts/options.ts';
import { sweepAccounts } from '../accounts/sweep.ts';
import type { Clock } from '../clock.ts';
import { forgetPosts } from '../crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../crawler/forgetting/forget-sources.ts';
import { planDueHosts } from '../crawler/plan-hosts.ts';
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

/** Begins at once; call the result to stop. */
export function sweepRegularly(house: Swept, { clock, log }: { clock: Clock; log: Log }): () => void {
  let cancel = (): void => {};
  let isStopped = false;
  let isSweeping = false;
  const holder = randomUUID();
  const isDoubtful = openClockDoubts({ store: house.library.store, log });
  const failed = (error: unknown): void => {
    // A long one ends when the database is closed under it. A later one does the rest.
    if (!isStopped) log.error('sweeping failed', { error });
  };
  const sweep = async (): Promise<void> => {
    const { store } = house.library;
    const isOurs = await store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, SWEEP_DUTY_MS));
    // On a large instance one may take hours. It keeps the duty, and no other begins beside it.
    if (!isOurs || isSweeping) return;
    isSweeping = true;
    try {
      if (await isDoubtful()) return;
      for (const step of steps) {
        if (isStopped) return;
        await step(house).catch(failed);
      }
    } finally {
      isSweeping = false;
    }
  };
  const again = (): void => {
    cancel = clock.after(SWEEP_EVERY_MS, again);
    sweep().catch(failed);
  };
  again();
  return () => {
    isStopped = true;
    cancel();
  };
}

/** One after the other; if one fails, the others are not left out for it. */
const steps: readonly ((house: Swept) => Promise<void>)[] = [
  ({ library }) => library.store.write(forgetDuties),
  ({ library }) => setPlansBack(library.store),
  ({ library }) => planDueHosts(library, []),
  ({ accounts }) => sweepAccounts(accounts),
  ({ library }) => forgetGoneUsers(library),
  ({ library }) => forgetOldChanges(library),
  ({ library }) => forgetJournal(library),
  ({ library }) => forgetRecentMarks(library),
  ({ library }) => forgetPositions(library),
  ({ library }) => forgetImports(library),
  ({ library }) => applyRetention(library),
  ({ library }) => forgetPosts(library.store),
  ({ library }) => forgetSources(library.store),
];
