// A key that a person's device or password manager holds and signs in with.
export interface Passkey {
  /** The credential's own id. */
  id: string;
  userId: number;
  /** The person's name for it. */
  name: string;
  createdAt: number;
  lastUsedAt: number | undefined;
}

/** What is needed to check its signatures. */
export interface PasskeyKey {
  /** In COSE format. */
  publicKey: Uint8Array;
  /** How often it has signed, if it counts: a copy of the key falls behind. */
  counter: number;
}

export const MAX_PASSKEY_NAME_LENGTH = 64;
