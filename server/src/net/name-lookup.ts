// Looks names up, caches the answers for a minute, and sends one query where several callers ask at the same time.

import { promises as dns } from 'node:dns';
import type { Clock } from '../clock.ts';
import { BrokenFetch, brokenLookup } from './failure.ts';
import type { WebLimits } from './limits.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

interface Memory {
  addresses: Promise<readonly ResolvedAddress[]>;
  askedAt: number;
  keptMs: number;
}

/** A `Resolve` that only ever rejects with a `BrokenFetch`. */
export function rememberingResolve(resolve: Resolve, clock: Clock, limits: WebLimits): Resolve {
  const memories = new Map<string, Memory>();
  return (hostname) => {
    const known = memories.get(hostname);
    const now = clock.now();
    // A clock that was ahead, and has been set back, must not keep an address for as long.
    if (known !== undefined && now >= known.askedAt && now < known.askedAt + known.keptMs)
      return known.addresses;
    memories.delete(hostname);
    const [oldest] = memories.keys();
    if (oldest !== undefined && memories.size >= limits.maxNamesKept) memories.delete(oldest);
    const memory: Memory = {
      addresses: ask(resolve, hostname, limits),
      askedAt: now,
      keptMs: limits.nameKeptMs,
    };
    memories.set(hostname, memory);
    memory.addresses.catch((thrown: unknown) => {
      const isMissing = thrown instanceof BrokenFetch && thrown.reason === 'dns-not-found';
      // A resolver that fails says nothing about the name.
      memory.keptMs = isMissing ? limits.missingNameKeptMs : 0;
    });
    return memory.addresses;
  };
}

/** The operating system's resolver, so that the hosts file and mDNS count: people at home name their machines there. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await dns.lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

async function ask(
  resolve: Resolve,
  hostname: string,
  { maxAddresses }: WebLimits,
): Promise<readonly ResolvedAddress[]> {
  try {
    return (await resolve(hostname)).slice(0, maxAddresses);
  } catch (thrown) {
    throw brokenLookup(hostname, thrown);
  }
}
