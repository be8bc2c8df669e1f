// Sessions: the browsers in which people are signed in. The cookie is one secret; everything else derives from it.
import { Refusal } from '../model/refusal.ts';
import type { SeenFrom, Session, SessionFacts } from '../model/session.ts';
import type { User } from '../model/user.ts';
import * as sessions from '../store/accounts/sessions.ts';
import { lockUser } from '../store/accounts/users.ts';
import { Question } from '../store/question.ts';
import { recall } from '../store/recall.ts';
import type { WriteTx } from '../store/store.ts';
import { lastSeenStepMs, maxUserAgentCharacters, sessionLifeMs, sessionTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { derivedToken, hashOf, isSecret, newSecret, sameText } from './secrets.ts';
import { netOf } from './throttle.ts';

type WithStore = Pick<AccountsOptions, 'store'>;

const known = new Question('session', sessions.findSessions);

/** Where a person signs in from. */
export interface Place {
  userAgent: string | undefined;
  address: string;
}

interface Beginning {
  userId: number;
  place: Place | undefined;
  confirmedAt?: number;
}

/** What a browser holds before anybody signs in: enough for a CSRF token, and nothing is stored for it. */
export function newVisitorSecret(): string {
  return newSecret('session');
}

/** Whether a cookie's value looks like one of our session secrets. */
export function isSessionSecret(text: string): boolean {
  return isSecret('session', text);
}

/** The token that a form of this browser must send back. It does not reveal the secret. */
export function csrfToken(secret: string): string {
  return derivedToken(secret, 'csrf');
}

/** Whether a form comes from a page that was made for this session. */
export function isCsrfToken(secret: string, token: string): boolean {
  return sameText(csrfToken(secret), token);
}

/**
 * Begins a session and returns its secret. The secret is always new: one that was known before sign-in is never promoted (session
 * fixation). Refuses with `unauthenticated` when the account has been deleted or disabled meanwhile.
 */
export async function startSession({ store }: WithStore, user: User, place?: Place): Promise<string> {
  const secret = newSecret('session');
  await store.write(async (tx) => {
    if (!(await lockUser(tx, user.id)))
      throw new Refusal('unauthenticated', 'Cannot sign in: the account is gone or disabled');
    await beginSession(tx, secret, { userId: user.id, place });
  });
  return secret;
}

/** The part that happens in a transaction. The session counts as confirmed now, unless `confirmedAt` says otherwise. */
export function beginSession(
  tx: WriteTx,
  secret: string,
  { userId, place, confirmedAt = tx.now }: Beginning,
): Promise<void> {
  return sessions.insertSession(tx, hashOf(secret), {
    userId,
    expiresAt: tx.now + sessionTtlMs,
    confirmedAt,
    from: seenFrom(place),
  });
}

/** The session of a cookie, until it expires. */
export async function findSession(
  { store, clock }: Pick<AccountsOptions, 'store' | 'clock'>,
  secret: string,
): Promise<Session | undefined> {
  const idHash = hashOf(secret);
  const session = await recall(store, known, idHash);
  const now = clock.now();
  if (!session || session.expiresAt <= now) return undefined;
  // Written separately: no request waits for it or fails with it.
  if (Math.abs(now - session.seenAt) >= lastSeenStepMs)
    store
      .write((tx) => sessions.touchSession(tx, idHash, { ttlMs: sessionTtlMs, lifeMs: sessionLifeMs }))
      .catch(() => {});
  return session;
}

/**
 * The session of a cookie, for changes that will outlive it. Locks its user until the commit, so that disabling the account or changing its
 * password has to wait, and then ends what was made here, too. Undefined when that has come first.
 */
export async function holdSession(tx: WriteTx, secret: string): Promise<Session | undefined> {
  const idHash = hashOf(secret);
  const userId = (await sessions.findSession(tx, idHash))?.user.id;
  if (userId === undefined || !(await lockUser(tx, userId))) return undefined;
  return sessions.findSession(tx, idHash);
}

/** The same, but refuses with `unauthenticated` when there is no session. */
export async function requireSession(tx: WriteTx, secret: string, action: string): Promise<Session> {
  const session = await holdSession(tx, secret);
  if (!session) throw new Refusal('unauthenticated', `Cannot ${action}: nobody is signed in here any more`);
  return session;
}

/** Signs this browser out. A session that is over already is no mistake. */
export async function endSession({ store }: WithStore, secret: string): Promise<void> {
  await store.write((tx) => sessions.deleteSession(tx, hashOf(secret)));
}

/** Where a person is signed in, most recently seen first, and which of the sessions is this one. */
export async function listSessions(
  { store }: WithStore,
  userId: number,
  secret: string,
): Promise<(SessionFacts & { isThis: boolean })[]> {
  const own = sessions.shownId(hashOf(secret));
  const found = await store.read((tx) => sessions.listSessions(tx, userId));
  return found.map((session) => ({ ...session, isThis: session.id === own }));
}

/** Signs one browser out of the account that this secret's session belongs to. Throws Refusal `not-found`, `unauthenticated`. */
export async function endOneSession(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  secret: string,
  id: string,
): Promise<void> {
  const userId = await store.write(async (tx) => {
    const { user } = await requireSession(tx, secret, 'end session');
    if (!(await sessions.deleteShownSession(tx, user.id, id)))
      throw new Refusal('not-found', 'Cannot end session: there is none of this id');
    return user.id;
  });
  audit?.('sessions ended', { userId, how: 'one' });
}

/** Signs every other browser out of that account and returns how many there were. Throws Refusal `unauthenticated`. */
export async function endOtherSessions(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  secret: string,
): Promise<number> {
  const { userId, ended } = await store.write(async (tx) => {
    const { user } = await requireSession(tx, secret, 'end sessions');
    return { userId: user.id, ended: await sessions.deleteOtherSessions(tx, user.id, hashOf(secret)) };
  });
  audit?.('sessions ended', { userId, how: 'all others' });
  return ended;
}

function seenFrom(place: Place | undefined): SeenFrom {
  return {
    userAgent: place?.userAgent?.slice(0, maxUserAgentCharacters),
    address: place && netOf(place.address),
  };
}
