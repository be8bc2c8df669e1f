// Presents the answers of the extension app.courant.account.
import type * as wire from '@courant/protocol';
import type { connectedApps } from '../../accounts/connected-apps.ts';
import type { codesOf } from '../../accounts/second-factor.ts';
import type { listSessions } from '../../accounts/sessions.ts';
import { toIso } from '../../clock.ts';
import { deviceOf } from '../../model/device.ts';
import type { Passkey } from '../../model/passkey.ts';
import type { User } from '../../model/user.ts';
import { type QrCode, qrCode } from '../qr.ts';

type Seen = Awaited<ReturnType<typeof listSessions>>[number];
type App = Awaited<ReturnType<typeof connectedApps>>[number];

export function presentMe({ id, name, isAdmin, createdAt }: User): wire.Me {
  return { id, name, is_admin: isAdmin, created_at: toIso(createdAt) };
}

export function presentSignIn({
  codes,
  passkeys,
  confirmedUntil,
}: {
  codes: Awaited<ReturnType<typeof codesOf>>;
  passkeys: readonly Passkey[];
  confirmedUntil: number | undefined;
}): wire.SignInFacts {
  return {
    ...(codes.since === undefined ? {} : { codes_since: toIso(codes.since) }),
    recovery_codes_left: codes.recoveryCodesLeft,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: toIso(createdAt),
      ...lastUsed(lastUsedAt),
    })),
    ...(confirmedUntil === undefined ? {} : { confirmed_until: toIso(confirmedUntil) }),
  };
}

export function presentNewCodes(made: { secret: string; uri: string }): {
  secret: string;
  uri: string;
  qr?: QrCode;
} {
  const qr = qrCode(made.uri);
  return { ...made, ...(qr === undefined ? {} : { qr }) };
}

export function presentSession(seen: Seen): wire.SessionList[number] {
  return {
    id: seen.id,
    device: deviceOf(seen.userAgent),
    ...(seen.address === undefined ? {} : { network: seen.address }),
    signed_in_at: toIso(seen.signedInAt),
    last_seen_at: toIso(seen.seenAt),
    expires_at: toIso(seen.expiresAt),
    current: seen.isThis,
  };
}

export function presentApp({
  grantId,
  name,
  website,
  scope,
  createdAt,
  lastUsedAt,
}: App): wire.ConnectedApps[number] {
  return {
    id: grantId,
    name,
    ...(website === undefined ? {} : { website }),
    scopes: [...scope],
    created_at: toIso(createdAt),
    ...lastUsed(lastUsedAt),
  };
}

function lastUsed(at: number | undefined): { last_used_at?: string } {
  return at === undefined ? {} : { last_used_at: toIso(at) };
}
