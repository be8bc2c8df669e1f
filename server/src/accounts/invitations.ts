// Links that create an account, or give back access to one whose owner is locked out: good once, and for a week.
import type { Invitation } from '../model/invitation.ts';
import { Refusal } from '../model/refusal.ts';
import { requireUserName, type User } from '../model/user.ts';
import * as invitations from '../store/accounts/invitations.ts';
import { deletePasskeysOf } from '../store/accounts/passkeys.ts';
import { findUserById } from '../store/accounts/users.ts';
import type { ReadTx } from '../store/store.ts';
import { notAnAdmin } from './administration.ts';
import { invitationTtlMs, maxInvitationNoteCharacters, triesPerInvitation } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword } from './passwords.ts';
import { forgetCodes } from './second-factor.ts';
import { hashOf, newId, newSecret } from './secrets.ts';
import { requireSession } from './sessions.ts';
import { takeTryOrRefuse } from './throttle.ts';
import { insertUser, replacePassword } from './users.ts';

type WithStore = Pick<AccountsOptions, 'store'>;
type Acting = Pick<AccountsOptions, 'store' | 'publicUrl' | 'audit'>;

/** The path that an invitation link leads to. */
export const invitationPath = '/invitation';

/** A new invitation and its link, which is shown only this once. */
export interface FreshInvitation {
  invitation: Invitation;
  link: string;
}

interface NewInvitation {
  note: string;
  userId?: number;
  /** Undefined: by the operator, who has no session. */
  byUserId: number | undefined;
  session?: string;
}

/** What a link offers to the person who opens it. */
interface Offer {
  /** Whose access it restores; undefined: it is for a new person. */
  user: User | undefined;
}

/**
 * Makes a link: for a new person, or to give `userId` a new password. It outlives the session that asks for it, so a session that was ended
 * meanwhile gets none. Refuses with `invalid` a note that is too long, with `cannot` an administrator's own account, of which the password
 * changes only for who knows it, with `not-found` an unknown or disabled user, with `forbidden` a session whose owner is no administrator
 * any more, and with `unauthenticated`.
 */
export async function makeInvitation(
  { store, publicUrl, audit }: Acting,
  { note, userId, byUserId, session }: NewInvitation,
): Promise<FreshInvitation> {
  if ([...note].length > maxInvitationNoteCharacters)
    throw new Refusal(
      'invalid',
      `Cannot make invitation: note is longer than ${maxInvitationNoteCharacters} characters`,
    );
  if (userId !== undefined && userId === byUserId)
    throw new Refusal('cannot', 'Cannot reset user: it is you; change your password instead', {
      reason: 'it-is-you',
    });
  const action = 'make invitation';
  const token = newSecret('invitation');
  const invitation = await store.write(async (tx) => {
    // Demoting waits for this, and then ends the link, or has come first.
    if (session !== undefined && !(await requireSession(tx, session, action)).user.isAdmin)
      throw notAnAdmin(action);
    const user = userId === undefined ? undefined : await findUserById(tx, userId);
    if (userId !== undefined && !user)
      throw new Refusal(
        'not-found',
        'Cannot reset user: there is no such user, or it is disabled; enable it first',
      );
    const made = { id: newId(), userId, note: note.trim(), expiresAt: tx.now + invitationTtlMs };
    await invitations.insertInvitation(tx, { ...made, hash: hashOf(token), createdBy: byUserId });
    return { ...made, userName: user?.name, createdAt: tx.now };
  });
  audit?.('invitation made', { userId, byUserId });
  return { invitation, link: `${publicUrl}${invitationPath}?token=${token}` };
}

/** Those that are still valid, newest first. */
export function listInvitations({ store }: WithStore): Promise<Invitation[]> {
  return store.read((tx) => invitations.listInvitations(tx));
}

/** Throws Refusal `not-found`. */
export async function revokeInvitation(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  { id, byUserId }: { id: string; byUserId: number },
): Promise<void> {
  if (!(await store.write((tx) => invitations.deleteInvitation(tx, id))))
    throw new Refusal('not-found', 'Cannot revoke invitation: there is none of this id');
  audit?.('invitation revoked', { byUserId });
}

/** What a link offers. Throws Refusal `gone`. */
export function openInvitation({ store }: WithStore, token: string): Promise<Offer> {
  return store.read(async (tx) => offerOf(tx, await invitations.findInvitation(tx, hashOf(token))));
}

/**
 * Creates the account, or sets its new password, and ends the link. Whoever needs access restored has lost what they had, so their one-time
 * codes and passkeys go. Throws Refusal `gone`, `invalid`, `conflict` and `too-many`; of two that try at once one succeeds.
 */
export async function acceptInvitation(
  { store, audit, rateLimits }: Pick<AccountsOptions, 'store' | 'audit' | 'rateLimits'>,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<User> {
  // Checked before the slow hash as well as after it: a bad link must not cost us a hash.
  const offer = await openInvitation({ store }, token);
  if (!offer.user) requireUserName(name);
  // With a name that is taken a link stays good, and each try costs a hash, for which everybody who signs in has to wait.
  if (rateLimits)
    await store.write((tx) =>
      takeTryOrRefuse(tx, `invitation:${hashOf(token)}`, {
        limit: triesPerInvitation,
        action: 'open invitation',
      }),
    );
  const passwordHash = await hashPassword(password);
  const user = await store.write(async (tx) => {
    const { user: known } = await offerOf(tx, await invitations.takeInvitation(tx, hashOf(token)));
    if (!known) return insertUser(tx, { name, passwordHash, isAdmin: false });
    await replacePassword(tx, known.id, passwordHash);
    await forgetCodes(tx, known.id);
    await deletePasskeysOf(tx, known.id);
    return known;
  });
  audit?.('invitation used', { userId: user.id, how: offer.user ? 'reset' : 'new account' });
  return user;
}

async function offerOf(tx: ReadTx, invitation: Invitation | undefined): Promise<Offer> {
  if (!invitation) throw gone();
  const { userId } = invitation;
  const user = userId === undefined ? undefined : await findUserById(tx, userId);
  if (userId !== undefined && !user) throw gone();
  return { user };
}

function gone(): Refusal {
  return new Refusal(
    'gone',
    'Cannot open invitation: it was used, revoked, or is too old; sign in if it was you who used it, or ask for another',
    {
      reason: 'invitation-over',
    },
  );
}
