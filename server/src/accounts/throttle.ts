// Rate limits: a bucket of tries that refills over time.
import { isIPv6 } from 'node:net';
import { Refusal } from '../model/refusal.ts';
import {
  type Bucket,
  forgetBucket,
  holdBucket,
  peekBucket,
  writeBucket,
} from '../store/accounts/throttles.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { timesInNetwork } from './limits.ts';

export interface Limit {
  /** Tries at once. */
  burst: number;
  /** Time in which an empty bucket becomes full again. */
  refillMs: number;
}

/** Fractions of tries do not add up exactly; a rounding error must not make anybody wait a millisecond. */
const ROUNDING_MS = 1e-3;

/** Takes one try from a bucket. When there is none, takes nothing and returns the time to wait. */
export async function takeTry(tx: WriteTx, key: string, limit: Limit): Promise<number | undefined> {
  const { burst, refillMs } = limit;
  const tokens = left(await holdBucket(tx, key, { tokens: burst, refilledAt: tx.now }), limit, tx.now);
  const waitMs = Math.ceil(((1 - tokens) * refillMs) / burst - ROUNDING_MS);
  if (waitMs > 0) return waitMs;
  await writeBucket(tx, key, { tokens: tokens - 1, refilledAt: tx.now });
  return undefined;
}

/** The same, but refuses with `too-many` when the bucket is empty. `action` follows "Cannot". */
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

/**
 * Takes one try of those that an address has, and of those of its network: for what whoever has many addresses could do harm with. Refuses
 * as `takeTryOrRefuse` does; then the transaction must not commit.
 */
export async function takeTryOf(
  tx: WriteTx,
  prefix: string,
  address: string,
  { limit, action }: { limit: Limit; action: string },
): Promise<void> {
  for (const [key, own] of bucketsOf(prefix, address, limit)) {
    await takeTryOrRefuse(tx, key, { limit: own, action });
  }
}

/** Puts one try of an address back. */
export async function giveBackTryOf(
  tx: WriteTx,
  prefix: string,
  address: string,
  limit: Limit,
): Promise<void> {
  for (const [key, own] of bucketsOf(prefix, address, limit)) await giveBackTry(tx, key, own);
}

/** Whether a bucket is empty, only to look: nobody has to wait for it. */
export async function isEmpty(tx: ReadTx, key: string, limit: Limit): Promise<boolean> {
  const bucket = await peekBucket(tx, key);
  return bucket !== undefined && left(bucket, limit, tx.now) < 1;
}

/** Puts one try back, of which the bucket need not have known. */
export async function giveBackTry(tx: WriteTx, key: string, limit: Limit): Promise<void> {
  const { burst } = limit;
  const tokens = left(await holdBucket(tx, key, { tokens: burst, refilledAt: tx.now }), limit, tx.now);
  await writeBucket(tx, key, { tokens: Math.min(burst, tokens + 1), refilledAt: tx.now });
}

/** Fills the bucket again: a full one need not be kept. */
export async function giveBackTries(tx: WriteTx, key: string): Promise<void> {
  await forgetBucket(tx, key);
}

/** What a limit per address counts by: an IPv6 customer gets a whole /64, so it counts as one address. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The address first: whoever has none left takes none of the others in the network. */
function bucketsOf(prefix: string, address: string, limit: Limit): [key: string, limit: Limit][] {
  const own: [string, Limit] = [prefix + addressKey(address), limit];
  if (!isIPv6(plainAddress(address))) return [own];
  return [own, [prefix + netOf(address), { ...limit, burst: timesInNetwork * limit.burst }]];
}

/** The network of an address (/24 or /48): enough for its owner to recognise, not enough to locate a household. */
export function netOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return plain.replace(/\.\d+$/, '.0/24');
}

function left({ tokens, refilledAt }: Bucket, { burst, refillMs }: Limit, now: number): number {
  const sinceMs = now - refilledAt;
  // A clock that was set back must not empty the bucket; nor must an empty one stay so until the time comes that the clock had shown.
  const elapsedMs = sinceMs < -refillMs ? refillMs : Math.max(0, sinceMs);
  return Math.min(burst, tokens + (elapsedMs * burst) / refillMs);
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
