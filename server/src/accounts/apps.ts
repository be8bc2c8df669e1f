// Apps: how they register, and how they authenticate.
import { type App, isPlainHttp } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import * as apps from '../store/accounts/apps.ts';
import { registrationsPerAddress } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf, newId, newSecret, sameText } from './secrets.ts';
import { takeTryOf } from './throttle.ts';

/** What an app says about itself; the http door has checked its format. */
interface AppDescription {
  name: string;
  website: string | undefined;
  redirectUris: readonly string[];
  /** It has no secret, so it must use PKCE. */
  isPublic: boolean;
  registeredByJson: boolean;
}

export interface RegisteredApp {
  app: App;
  /** Shown only this once and stored hashed; undefined for a public app. */
  secret: string | undefined;
}

/** Registers an app; anybody may. Refuses with `too-many`, and on a hardened instance with `cannot` a redirect URI over plain http. */
export async function registerApp(
  { store, hardened, rateLimits }: Pick<AccountsOptions, 'store' | 'hardened' | 'rateLimits'>,
  { isPublic, ...description }: AppDescription,
  address: string,
): Promise<RegisteredApp> {
  if (hardened && description.redirectUris.some(isPlainHttp))
    throw new Refusal(
      'cannot',
      'Cannot register app: redirect_uri must be https, loopback or a private scheme',
    );
  const secret = isPublic ? undefined : newSecret('app-secret');
  const id = newId();
  return store.write(async (tx) => {
    const wanted = { limit: registrationsPerAddress, action: 'register app' };
    if (rateLimits) await takeTryOf(tx, 'register:', address, wanted);
    await apps.insertApp(tx, { ...description, id, secretHash: secret && hashOf(secret) });
    return { app: { ...description, id, isPublic, createdAt: tx.now }, secret };
  });
}

/** Undefined: nobody has registered it, or it is forgotten. */
export async function findApp(
  { store }: Pick<AccountsOptions, 'store'>,
  id: string,
): Promise<App | undefined> {
  return (await store.read((tx) => apps.findApp(tx, id)))?.app;
}

/**
 * The app that these credentials belong to. Refuses with `unauthenticated` an unknown id or a wrong secret, and with `invalid` a known app
 * that left out its secret.
 */
export async function authenticateApp(
  { store }: Pick<AccountsOptions, 'store'>,
  { id, secret }: { id: string; secret: string | undefined },
): Promise<App> {
  const known = await store.read((tx) => apps.findApp(tx, id));
  if (!known) throw new Refusal('unauthenticated', 'Cannot authenticate app: client_id is unknown');
  const { app, secretHash } = known;
  if (secretHash === undefined && secret === undefined) return app;
  if (secret === undefined) throw new Refusal('invalid', 'Cannot authenticate app: client_secret is missing');
  if (secretHash === undefined || !sameText(hashOf(secret), secretHash))
    throw new Refusal('unauthenticated', 'Cannot authenticate app: client_secret is wrong');
  return app;
}
