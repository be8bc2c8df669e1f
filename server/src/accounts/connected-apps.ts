// Apps that have been let in: what is known about their tokens, and how access is taken from them again.
import type { App } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { Scope } from '../model/scope.ts';
import type { ConnectedApp } from '../store/accounts/grants.ts';
import * as grants from '../store/accounts/grants.ts';
import { findAccessToken, findRefreshToken } from '../store/accounts/tokens.ts';
import { userName } from '../store/accounts/users.ts';
import type { ReadTx } from '../store/store.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf } from './secrets.ts';
import { grantOfRefreshToken } from './tokens.ts';

type WithStore = Pick<AccountsOptions, 'store'>;

/** What an app may know of its own token (RFC 7662 §2.2). */
export interface Introspection extends Good {
  userName: string;
}

/** A token that can be used now. */
interface Good {
  kind: 'access' | 'refresh';
  scope: readonly Scope[];
  userId: number;
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
    const hash = hashOf(token);
    const found = (await goodAccessToken(tx, hash)) ?? (await goodRefreshToken(tx, hash));
    if (found?.appId !== app.id) return undefined;
    return { ...found, userName: (await userName(tx, found.userId)) ?? '' };
  });
}

type OfApp = Good & { appId: string };

async function goodAccessToken(tx: ReadTx, hash: string): Promise<OfApp | undefined> {
  const found = await findAccessToken(tx, hash);
  return found && { kind: 'access', ...found };
}

/** One that was used may come again for a moment, but only from an app that has got no answer and so does not ask about it. */
async function goodRefreshToken(tx: ReadTx, hash: string): Promise<OfApp | undefined> {
  const found = await findRefreshToken(tx, hash);
  if (!found || found.usedAt !== undefined || found.superseded || found.expiresAt <= tx.now) return undefined;
  const grant = await grants.findGrant(tx, found.grantId);
  return grant && { kind: 'refresh', ...grant, expiresAt: found.expiresAt };
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
