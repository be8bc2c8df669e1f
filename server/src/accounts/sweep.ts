// Deletes what has expired, and sees to it that everything will: to be called about once an hour.
import { deleteUnusedApps } from '../store/accounts/apps.ts';
import { deleteCodesExpiredBefore } from '../store/accounts/codes.ts';
import { deleteGrantsRevokedBefore } from '../store/accounts/grants.ts';
import { deleteExpired, shortenLives } from '../store/accounts/lifetimes.ts';
import { deleteBucketsBefore } from '../store/accounts/throttles.ts';
import { deleteExpiredAccessTokens, deleteExpiredRefreshTokens } from '../store/accounts/tokens.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import {
  challengeTtlMs,
  consentTtlMs,
  grantTtlMs,
  invitationTtlMs,
  pendingSignInTtlMs,
  refreshTokenTtlMs,
  revokedGrantMemoryMs,
  sessionTtlMs,
  shownCodeTtlMs,
  sweptAtOnce,
  sweptGrantsAtOnce,
  throttleMemoryMs,
  unusedAppTtlMs,
  usedCodeMemoryMs,
} from './limits.ts';
import type { AccountsOptions } from './options.ts';

/** Deletes at most `limit` expired rows and returns how many. */
type Sweep = (tx: WriteTx, limit: number) => Promise<number>;

/** On a busy instance an hour's worth is thousands of rows in each table, so others get a turn between batches. */
export async function sweepAccounts({
  store,
  accessTokenTtlMs,
}: Pick<AccountsOptions, 'store' | 'accessTokenTtlMs'>): Promise<void> {
  await store.write((tx) =>
    shortenLives(tx, {
      sessions: sessionTtlMs,
      consents: consentTtlMs,
      challenges: challengeTtlMs,
      pendingSignIns: pendingSignInTtlMs,
      invitations: invitationTtlMs,
      codes: shownCodeTtlMs,
      grants: grantTtlMs,
      refreshTokens: refreshTokenTtlMs,
      accessTokens: accessTokenTtlMs === 0 ? undefined : accessTokenTtlMs,
    }),
  );
  const alone = ['sessions', 'consents', 'challenges', 'pendingSignIns', 'invitations'] as const;
  const portions: Sweep[] = [
    ...alone.map(
      (what): Sweep =>
        (tx, limit) =>
          deleteExpired(tx, what, limit),
    ),
    (tx, limit) => deleteCodesExpiredBefore(tx, tx.now - usedCodeMemoryMs, limit),
    deleteExpiredAccessTokens,
    deleteExpiredRefreshTokens,
    (tx, limit) => deleteBucketsBefore(tx, tx.now - throttleMemoryMs, limit),
  ];
  for (const portion of portions) await sweepOut(store, portion, sweptAtOnce);
  // Grants go after the codes and tokens that belong to them, and before the apps that they belong to.
  await sweepOut(
    store,
    (tx, limit) => deleteGrantsRevokedBefore(tx, tx.now - revokedGrantMemoryMs, limit),
    sweptGrantsAtOnce,
  );
  await sweepOut(store, (tx, limit) => deleteExpired(tx, 'grants', limit), sweptGrantsAtOnce);
  await sweepApps(store);
}

async function sweepOut(store: Store, portion: Sweep, limit: number): Promise<void> {
  while ((await store.write((tx) => portion(tx, limit))) === limit) await othersTurn();
}

async function sweepApps(store: Store): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    after = await store.write((tx) =>
      deleteUnusedApps(tx, tx.now - unusedAppTtlMs, { after: from, limit: sweptAtOnce }),
    );
    await othersTurn();
  }
}
