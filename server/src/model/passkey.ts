// A key that a person's device or password manager holds, and signs in with.
export interface Passkey {
  /** The credential's own id. */
  id: string;
  userId: number;
  /** What the person calls it. */
  name: string;
  createdAt: number;
  lastUsedAt: number | undefined;
}

/** What checking its signatures needs. */
export interface PasskeyKey {
  /** COSE. */
  publicKey: Uint8Array;
  /** How often it has signed, where it counts: a copy of it falls behind. */
  counter: number;
  transports: readonly string[];
}

export const MAX_PASSKEY_NAME_LENGTH = 64;
