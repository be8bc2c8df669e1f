// How often somebody may try: a bucket of tries that fills up again with time.
import { isIPv6 } from 'node:net';
import { Refusal } from '../model/refusal.ts';
import type { WriteTx } from '../store/store.ts';
import { forgetBucket, holdBucket, writeBucket } from '../store/throttles.ts';

export interface Limit {
  /** Tries at once. */
  burst: number;
  /** How long an empty bucket takes to be full again. */
  refillMs: number;
}

/** Fractions of tries do not add up exactly; nobody waits a millisecond for that. */
const ROUNDING_MS = 1e-3;

/** Takes one try from a bucket. Answers how long to wait when it is empty, and then takes nothing. */
export async function takeTry(
  tx: WriteTx,
  key: string,
  { burst, refillMs }: Limit,
): Promise<number | undefined> {
  const bucket = await holdBucket(tx, key, { tokens: burst, refilledAt: tx.now });
  // A clock that was set back must not empty the bucket.
  const elapsedMs = Math.max(0, tx.now - bucket.refilledAt);
  const tokens = Math.min(burst, bucket.tokens + (elapsedMs * burst) / refillMs);
  const waitMs = Math.ceil(((1 - tokens) * refillMs) / burst - ROUNDING_MS);
  if (waitMs > 0) return waitMs;
  await writeBucket(tx, key, { tokens: tokens - 1, refilledAt: tx.now });
  return undefined;
}

/** The same, refusing when it is empty. `action` follows "Cannot". */
export async function takeTryOrRefuse(
  tx: WriteTx,
  key: string,
  { limit, action }: { limit: Limit; action: string },
): Promise<void> {
  const retryAfterMs = await takeTry(tx, key, limit);
  if (retryAfterMs !== undefined)
    throw new Refusal('too-many', `Cannot ${action}: too many tries, wait a while`, {
      reason: 'too-many-tries',
      retryAfterMs,
    });
}

/** Fills a bucket. */
export async function giveBackTries(tx: WriteTx, key: string): Promise<void> {
  await forgetBucket(tx, key);
}

/** Whom an address stands for: one customer gets a whole /64 of IPv6, so it counts as one. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The net of an address: its owner knows it again, and nobody finds a house by it. */
export function netOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return plain.replace(/\.\d+$/, '.0/24');
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
