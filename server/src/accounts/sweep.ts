// Sweeps out what has had its time: to be called now and then, an hour apart or so.
import { deleteUnusedApps } from '../store/apps.ts';
import { deleteCodesExpiredBefore } from '../store/codes.ts';
import { deleteExpiredConsents } from '../store/consents.ts';
import { deleteEndedGrants } from '../store/grants.ts';
import { deleteExpiredInvitations } from '../store/invitations.ts';
import { deleteExpiredSignIns } from '../store/pending-sign-ins.ts';
import { deleteExpiredSessions } from '../store/sessions.ts';
import { deleteBucketsBefore } from '../store/throttles.ts';
import { deleteExpiredTokens } from '../store/tokens.ts';
import { revokedGrantMemoryMs, throttleMemoryMs, unusedAppTtlMs, usedCodeMemoryMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';

export async function sweepAccounts({ store }: Pick<AccountsOptions, 'store'>): Promise<void> {
  await store.write(async (tx) => {
    await deleteExpiredSessions(tx);
    await deleteExpiredConsents(tx);
    await deleteExpiredSignIns(tx);
    await deleteExpiredInvitations(tx);
    await deleteCodesExpiredBefore(tx, tx.now - usedCodeMemoryMs);
    await deleteExpiredTokens(tx);
    // After what they hold, and before the apps that they hold.
    await deleteEndedGrants(tx, tx.now - revokedGrantMemoryMs);
    await deleteUnusedApps(tx, tx.now - unusedAppTtlMs);
    await deleteBucketsBefore(tx, tx.now - throttleMemoryMs);
  });
}
