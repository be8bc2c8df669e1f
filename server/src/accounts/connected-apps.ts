// Apps that have been let in: what is known about their tokens, and how access is taken from them again.
import type { App } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { Scope } from '../model/scope.ts';
import type { ConnectedApp } from '../store/accounts/grants.ts';
import * as grants from '../store/accounts/grants.ts';
import { findAccessToken } from '../store/accounts/tokens.ts';
import { userName } from '../store/accounts/users.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf } from './secrets.ts';
import { grantOfRefreshToken } from './tokens.ts';

type WithStore = Pick<AccountsOptions, 'store'>;

/** What an app may know of its own token (RFC 7662 §2.2). */
export interface Introspection {
  scope: readonly Scope[];
  userId: number;
  userName: string;
  /** Undefined: never. */
  expiresAt: number | undefined;
}

/** What a token of this app is good for; undefined when it is invalid or belongs to another app. */
export async function introspectToken(
  { store }: WithStore,
  app: App,
  token: string,
): Promise<Introspection | undefined> {
  return store.read(async (tx) => {
    const found = await findAccessToken(tx, hashOf(token));
    if (found?.appId !== app.id) return undefined;
    return { ...found, userName: (await userName(tx, found.userId)) ?? '' };
  });
}

/** An app gives up its access: revoking either token ends the whole grant (RFC 7009 §2.1). Unknown tokens are not an error. */
export async function revokeToken({ store }: WithStore, app: App, token: string): Promise<void> {
  await store.write(async (tx) => {
    const grantId =
      (await findAccessToken(tx, hashOf(token)))?.grantId ?? (await grantOfRefreshToken(tx, token));
    const grant = grantId && (await grants.lockGrant(tx, grantId));
    if (grant && grant.appId === app.id) await grants.revokeGrant(tx, grant.id, 'revoked-by-app');
  });
}

/** The apps that a person has let in, newest first. */
export function connectedApps({ store }: WithStore, userId: number): Promise<ConnectedApp[]> {
  return store.read((tx) => grants.connectedApps(tx, userId));
}

/** A person disconnects an app. Throws Refusal `not-found`. */
export async function removeApp({ store }: WithStore, userId: number, grantId: string): Promise<void> {
  const removed = await store.write((tx) =>
    grants.revokeGrantOf(tx, userId, { id: grantId, reason: 'removed-by-user' }),
  );
  if (!removed) throw new Refusal('not-found', 'Cannot remove app: it is not connected');
}
