// Passwords of single apps: the only passwords that the Google Reader and Fever doors accept, and no other door accepts them.
import { createHash } from 'node:crypto';
import type { AppPassword } from '../model/app-password.ts';
import { Refusal } from '../model/refusal.ts';
import { isUnseen } from '../model/title.ts';
import type { User } from '../model/user.ts';
import { userNameKey } from '../model/user.ts';
import * as store from '../store/accounts/app-passwords.ts';
import { appPasswordsPerUser, itemsAskedStepMs, lastUsedStepMs, wrongKeysPerAddress } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { derivedToken, hashOf, lettersOf, newTypedSecret } from './secrets.ts';
import { requireSession } from './sessions.ts';
import { giveBackSignInTries, takeSignInTry } from './sign-in-tries.ts';
import { addressKey, isEmpty, takeTry } from './throttle.ts';

type WithStore = Pick<AccountsOptions, 'store'>;
type WithLimits = Pick<AccountsOptions, 'store' | 'rateLimits' | 'audit'>;
type WithAudit = Pick<AccountsOptions, 'store' | 'audit'>;

/** An app that has shown one of the keys derived from its password. */
export interface KnownApp extends AppPassword {
  userName: string;
}

/** 100 bits, typed on phones. */
const passwordShape = { letters: 20, inAGroup: 5 };
const maxNameCharacters = 100;

/**
 * Makes a password for an app and returns it; it is never shown again. It outlives the session that asks for it, so a session that was
 * ended meanwhile gets none. Throws Refusal `invalid` for a bad name, `cannot` past the limit, `unauthenticated`.
 */
export async function createAppPassword(
  { store: rows, audit }: WithAudit,
  user: Pick<User, 'id' | 'name'>,
  { name, session }: { name: string; session?: string },
): Promise<{ appPassword: AppPassword; password: string }> {
  const trimmed = name.trim();
  const action = 'create app password';
  if (isUnseen(trimmed))
    throw new Refusal('invalid', `Cannot ${action}: name is empty`, { reason: 'name-empty' });
  if (trimmed.includes('\0')) throw new Refusal('invalid', `Cannot ${action}: name has a NUL character`);
  if ([...trimmed].length > maxNameCharacters) {
    throw new Refusal('invalid', `Cannot ${action}: name is longer than ${maxNameCharacters} characters`, {
      reason: 'name-too-long',
    });
  }
  const password = newTypedSecret(passwordShape);
  const appPassword = await rows.write(async (tx) => {
    if (session !== undefined) await requireSession(tx, session, action);
    if ((await store.countAppPasswords(tx, user.id)) >= appPasswordsPerUser) {
      throw new Refusal(
        'cannot',
        `Cannot ${action}: there are ${appPasswordsPerUser} already; revoke one first`,
        { reason: 'too-many-kept' },
      );
    }
    const id = await store.insertAppPassword(
      tx,
      { userId: user.id, name: trimmed },
      keysOf(user.name, password),
    );
    return { id, userId: user.id, name: trimmed, createdAt: tx.now, ...unused };
  });
  audit?.('app password made', { userId: user.id });
  return { appPassword, password };
}

/** The user's app passwords, newest first. */
export function listAppPasswords({ store: rows }: WithStore, userId: number): Promise<AppPassword[]> {
  return rows.read((tx) => store.listAppPasswords(tx, userId));
}

/** Whether an app that has come in has not been shut out since. */
export async function isStillIn(options: WithStore, { id, userId }: KnownApp): Promise<boolean> {
  return (await listAppPasswords(options, userId)).some((each) => each.id === id);
}

/** Closes both doors to the app that has this password. Throws Refusal `not-found`. */
export async function revokeAppPassword(
  { store: rows, audit }: WithAudit,
  userId: number,
  id: number,
): Promise<void> {
  if (!(await rows.write((tx) => store.deleteAppPassword(tx, userId, id)))) {
    throw new Refusal('not-found', 'Cannot revoke app password: there is none of this id');
  }
  audit?.('app password revoked', { userId });
}

/**
 * Signs in a Google Reader app and returns its token. Throws Refusal `unauthenticated`, in the same words whether the name or the password
 * is wrong, and `too-many`.
 */
export async function signInApp(
  { store: rows, rateLimits, audit }: WithLimits,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<string> {
  if (rateLimits) await rows.write((tx) => takeSignInTry(tx, 'app-sign-in', { name, address }));
  const bare = lettersOf(password);
  const app = await rows.read((tx) => store.findAppPassword(tx, 'sign-in', hashOf(bare)));
  if (!app || userNameKey(app.userName) !== userNameKey(name)) {
    audit?.('sign-in refused', { address, how: 'app password' });
    throw new Refusal('unauthenticated', 'Cannot sign in: the name and app password do not match');
  }
  if (rateLimits) await rows.write((tx) => giveBackSignInTries(tx, 'app-sign-in', { name, address }));
  return readerToken(bare);
}

/** The app that holds this Google Reader token, or this token for actions (`reader-action`). */
export function appOfToken(
  { store: rows }: WithStore,
  token: string,
  door: 'reader' | 'reader-action',
): Promise<KnownApp | undefined> {
  return rows.read((tx) => store.findAppPassword(tx, door, hashOf(token)), { isSingle: true });
}

/** The token that every changing call must bring. It is derived from the app's token, so whoever has that can get this. */
export function actionToken(token: string): string {
  // As long as Google's own tokens: apps may rely on the length.
  const long = derivedToken(token, 'action') + derivedToken(token, 'action, continued');
  return long.replace(/[-_]/g, 'x').slice(0, 57);
}

/** The app that holds this Fever key. An address that has sent too many wrong keys is refused even a right one for a while. */
export async function appOfFeverKey(
  { store: rows, rateLimits }: WithLimits,
  { key, address }: { key: string; address: string },
): Promise<KnownApp | undefined> {
  const bucket = `fever:address:${addressKey(address)}`;
  const hash = hashOf(key.toLowerCase());
  const app = await rows.read(async (tx) =>
    rateLimits && (await isEmpty(tx, bucket, wrongKeysPerAddress))
      ? undefined
      : store.findAppPassword(tx, 'fever', hash),
  );
  if (!app && rateLimits) await rows.write((tx) => takeTry(tx, bucket, wrongKeysPerAddress));
  return app;
}

/** Records the app's last use, at most once per `lastUsedStepMs`. No caller waits for the write. */
export function noteUse(
  { store: rows, clock }: Pick<AccountsOptions, 'store' | 'clock'>,
  { id, lastUsedAt = 0 }: KnownApp,
  use: { asked: string; agent: string | undefined },
): void {
  // `abs` here and below: a time ahead of ours is from a clock that has been set back.
  if (Math.abs(clock.now() - lastUsedAt) < lastUsedStepMs) return;
  const agent = use.agent?.slice(0, maxNameCharacters);
  rows.write((tx) => store.touchAppPassword(tx, id, { ...use, agent })).catch(() => {});
}

/**
 * Records that an app has asked for items: it has not seen what arrives later. An app that pages asks often, so the time is only kept to a
 * step; a time slightly too early only leaves more unread.
 */
export async function noteItemsAsked(
  { store: rows, clock }: Pick<AccountsOptions, 'store' | 'clock'>,
  { id, itemsAskedAt = 0 }: KnownApp,
): Promise<void> {
  if (Math.abs(clock.now() - itemsAskedAt) >= itemsAskedStepMs)
    await rows.write((tx) => store.setItemsAsked(tx, id));
}

const unused = { lastUsedAt: undefined, lastAsked: undefined, lastAgent: undefined, itemsAskedAt: undefined };

function readerToken(bare: string): string {
  return `cou_gr_${derivedToken(bare, 'google-reader')}`;
}

/**
 * Fever apps send md5(name:password), which is as good as a password, so only its hash is stored. Stored for the name as written and in
 * lower case, because phones and people differ in that.
 */
function keysOf(userName: string, password: string): Parameters<typeof store.insertAppPassword>[2] {
  const bare = lettersOf(password);
  const token = readerToken(bare);
  const names = [...new Set([userName, userName.toLowerCase()])];
  return [
    { door: 'sign-in', hash: hashOf(bare) },
    { door: 'reader', hash: hashOf(token) },
    { door: 'reader-action', hash: hashOf(actionToken(token)) },
    ...names.map((name) => ({ door: 'fever', hash: hashOf(feverKey(name, password)) }) as const),
  ];
}

function feverKey(name: string, password: string): string {
  return createHash('md5').update(`${name}:${password}`).digest('hex');
}
