// Passkeys: adding one, and signing in or confirming with one. Each proves both what a person has and what they know or are.
import type {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey, type PasskeyKey } from '../model/passkey.ts';
import { Refusal } from '../model/refusal.ts';
import { isUnseen } from '../model/title.ts';
import type { User } from '../model/user.ts';
import * as passkeys from '../store/accounts/passkeys.ts';
import { insertChallenge, takeChallenge } from '../store/accounts/pending-sign-ins.ts';
import { lockUser } from '../store/accounts/users.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { withoutAttestation } from './attestation.ts';
import { challengeTtlMs, maxPasskeyIdCharacters, passkeysPerUser, signInsPerAddress } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf } from './secrets.ts';
import { requireSession } from './sessions.ts';
import { giveBackTryOf, takeTryOf } from './throttle.ts';

type WithStore = Pick<AccountsOptions, 'store'>;
type Acting = Pick<AccountsOptions, 'store' | 'publicUrl' | 'audit' | 'rateLimits'>;

/** What a browser hands to its authenticator, as JSON. */
type PasskeyOptions =
  | Awaited<ReturnType<typeof generateRegistrationOptions>>
  | Awaited<ReturnType<typeof generateAuthenticationOptions>>;

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Assertion = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** Loaded with the first use of a passkey: it takes a quarter of a second and 27 MB, which instances without passkeys need not spend. */
const webauthn = () => import('@simplewebauthn/server');

/** What a challenge may be used for. */
type Purpose = 'add' | 'sign-in';

/** The tries of an address to ask what a passkey has to sign. */
const ofAddress = 'passkey:address:';

/** Options for an authenticator to create a new key. Refuses with `cannot` past the limit. */
export async function askForPasskey(
  options: Acting,
  user: User,
  { browser, instanceName }: { browser: string; instanceName: string },
): Promise<PasskeyOptions> {
  const known = await options.store.read((tx) => roomForOneMore(tx, user.id));
  const asked = await (await webauthn()).generateRegistrationOptions({
    rpName: instanceName,
    rpID: rpIdOf(options),
    userName: user.name,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(String(user.id)),
    excludeCredentials: known.map(({ id }) => ({ id })),
    // Discoverable: nobody has to type a name. User verification: the passkey replaces both password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeTtlMs,
  });
  await rememberChallenge(options, { challenge: asked.challenge, browser, purpose: 'add' });
  return asked;
}

/** The keys that a user has. Refuses with `cannot` if there may be no more. */
async function roomForOneMore(tx: ReadTx, userId: number): Promise<readonly Passkey[]> {
  const known = await passkeys.listPasskeys(tx, userId);
  if (known.length < passkeysPerUser) return known;
  throw new Refusal('cannot', `Cannot add passkey: there are ${passkeysPerUser} already; remove one first`, {
    reason: 'too-many-kept',
  });
}

/**
 * Stores a new key. Refuses with `invalid` a bad name, with `cannot` a key that was not asked for or fails verification, with `conflict` a
 * known one, and with `unauthenticated`.
 */
export async function addPasskey(
  options: Acting,
  user: User,
  { browser, credential, name }: { browser: string; credential: unknown; name: string },
): Promise<void> {
  const trimmed = nameOf(name);
  await requireAsked(options, { credential, browser, purpose: 'add', action: 'add passkey' });
  const { verifyRegistrationResponse: verify } = await webauthn();
  const { verified, registrationInfo } = await withoutAttestation(credential as Registration)
    .then((response) =>
      verify({
        response,
        expectedChallenge: challengeIn(credential) ?? '',
        expectedOrigin: options.publicUrl,
        expectedRPID: rpIdOf(options),
        requireUserVerification: true,
      }),
    )
    .catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || registrationInfo.credential.id.length > maxPasskeyIdCharacters)
    throw new Refusal('cannot', 'Cannot add passkey: the answer of the device is not valid', {
      reason: 'passkey-failed',
    });
  const { id, publicKey, counter } = registrationInfo.credential;
  const row = { id, userId: user.id, name: trimmed, publicKey, counter };
  const isNew = await options.store.write(async (tx) => {
    // The passkey outlives the session, so a session that was ended meanwhile must not add one.
    await requireSession(tx, browser, 'add passkey');
    // Again: several may have been asked for at once.
    await roomForOneMore(tx, user.id);
    return passkeys.insertPasskey(tx, row);
  });
  if (!isNew)
    throw new Refusal('conflict', 'Cannot add passkey: it is known already', { reason: 'passkey-known' });
  options.audit?.('passkey added', { userId: user.id });
}

/** Options for any passkey of this instance to sign in. Refuses with `too-many`. */
export async function askForSignIn(
  options: Acting,
  { browser, address }: { browser: string; address: string },
): Promise<PasskeyOptions> {
  if (options.rateLimits) {
    const wanted = { limit: signInsPerAddress, action: 'sign in' };
    await options.store.write((tx) => takeTryOf(tx, ofAddress, address, wanted));
  }
  const asked = await (await webauthn()).generateAuthenticationOptions({
    rpID: rpIdOf(options),
    userVerification: 'required',
    timeout: challengeTtlMs,
  });
  await rememberChallenge(options, { challenge: asked.challenge, browser, purpose: 'sign-in' });
  return asked;
}

/**
 * The owner of the passkey that answered. Refuses with `cannot` an answer to no open challenge, and with `unauthenticated`, in the same
 * words whatever is wrong.
 */
export function userOfPasskey(
  options: Acting,
  asked: { browser: string; credential: unknown; address: string },
): Promise<User> {
  return takePasskey(options, asked, async () => {});
}

/** The same, and signs the owner in with `enter` in the same transaction, so that neither account nor passkey can disappear in between. */
export async function takePasskey(
  options: Acting,
  { browser, credential, address }: { browser: string; credential: unknown; address: string },
  enter: (tx: WriteTx, user: User) => Promise<void>,
): Promise<User> {
  await requireAsked(options, { credential, browser, purpose: 'sign-in', action: 'sign in' });
  const id = (credential as { id?: unknown }).id;
  const known =
    typeof id === 'string' ? await options.store.read((tx) => passkeys.findPasskey(tx, id)) : undefined;
  const counter = known && (await counterOf(options, known, credential as Assertion));
  const user =
    counter === undefined || !known
      ? undefined
      : await options.store.write(async (tx) => {
          const owner = (await lockUser(tx, known.userId))?.user;
          if (!owner || !(await passkeys.touchPasskey(tx, known, counter))) return undefined;
          // As for a right password: many people may come from one address.
          if (options.rateLimits) await giveBackTryOf(tx, ofAddress, address, signInsPerAddress);
          await enter(tx, owner);
          return owner;
        });
  if (user) return user;
  options.audit?.('sign-in refused', { address, how: 'passkey' });
  throw new Refusal('unauthenticated', 'Cannot sign in: this passkey is not known here', {
    reason: 'passkey-unknown',
  });
}

/** The user's passkeys, oldest first. */
export function listPasskeys({ store }: WithStore, userId: number): Promise<Passkey[]> {
  return store.read((tx) => passkeys.listPasskeys(tx, userId));
}

/** Renames a passkey of the user who is signed in in this browser. Throws Refusal `invalid`, `not-found`, `unauthenticated`. */
export async function renamePasskey(
  { store }: WithStore,
  browser: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const action = 'rename passkey';
  await store.write(async (tx) => {
    const { user } = await requireSession(tx, browser, action);
    if (!(await passkeys.renamePasskey(tx, user.id, { id, name: nameOf(name) }))) throw unknown(action);
  });
}

/** Removes a passkey of the user who is signed in in this browser. Throws Refusal `not-found`, `unauthenticated`. */
export async function removePasskey(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  browser: string,
  id: string,
): Promise<void> {
  const action = 'remove passkey';
  const userId = await store.write(async (tx) => {
    const { user } = await requireSession(tx, browser, action);
    if (!(await passkeys.deletePasskey(tx, user.id, id))) throw unknown(action);
    return user.id;
  });
  audit?.('passkey removed', { userId });
}

function unknown(action: string): Refusal {
  return new Refusal('not-found', `Cannot ${action}: there is none of this id`);
}

/** The passkey's new counter if the signature is valid, otherwise undefined. */
async function counterOf(
  options: Pick<AccountsOptions, 'publicUrl'>,
  { id, publicKey, counter }: Passkey & PasskeyKey,
  response: Assertion,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse: verify } = await webauthn();
  const { verified, authenticationInfo } = await verify({
    response,
    expectedChallenge: challengeIn(response) ?? '',
    expectedOrigin: options.publicUrl,
    expectedRPID: rpIdOf(options),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}

function rememberChallenge(
  { store }: WithStore,
  { challenge, browser, purpose }: { challenge: string; browser: string; purpose: Purpose },
): Promise<void> {
  return store.write((tx) =>
    insertChallenge(tx, {
      hash: hashOf(challenge),
      browserHash: hashOf(browser),
      purpose,
      expiresAt: tx.now + challengeTtlMs,
    }),
  );
}

/** Uses the challenge up, whether or not what follows succeeds. */
async function requireAsked(
  { store }: WithStore,
  {
    credential,
    browser,
    purpose,
    action,
  }: { credential: unknown; browser: string; purpose: Purpose; action: string },
): Promise<void> {
  const challenge = challengeIn(credential);
  const taken =
    challenge !== undefined &&
    (await store.write((tx) =>
      takeChallenge(tx, { hash: hashOf(challenge), browserHash: hashOf(browser), purpose }),
    ));
  if (!taken)
    throw new Refusal('cannot', `Cannot ${action}: the page was open too long; try again`, {
      reason: 'open-too-long',
    });
}

/** The challenge that the browser claims was signed; the signature over it is checked later. */
function challengeIn(credential: unknown): string | undefined {
  try {
    const { response } = credential as { response: { clientDataJSON: string } };
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(name: string): string {
  const trimmed = name.trim();
  if (isUnseen(trimmed))
    throw new Refusal('invalid', 'Cannot name passkey: the name is empty', { reason: 'name-empty' });
  if ([...trimmed].length > MAX_PASSKEY_NAME_LENGTH)
    throw new Refusal(
      'invalid',
      `Cannot name passkey: the name is longer than ${MAX_PASSKEY_NAME_LENGTH} characters`,
      { reason: 'name-too-long' },
    );
  if (trimmed.includes('\0'))
    throw new Refusal('invalid', 'Cannot name passkey: the name has a NUL character');
  return trimmed;
}

/** Passkeys belong to a host name (WebAuthn §5.1.2): those of another address of this server do not work here. */
function rpIdOf({ publicUrl }: Pick<AccountsOptions, 'publicUrl'>): string {
  return new URL(publicUrl).hostname;
}
