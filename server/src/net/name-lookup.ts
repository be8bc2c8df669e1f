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
  keptUntil: number;
}

/** A `Resolve` that only ever rejects with a `BrokenFetch`. */
export function rememberingResolve(resolve: Resolve, clock: Clock, limits: WebLimits): Resolve {
  const memories = new Map<string, Memory>();
  return (hostname) => {
    const known = memories.get(hostname);
    if (known !== undefined && known.keptUntil > clock.now()) return known.addresses;
    memories.delete(hostname);
    if (memories.size >= limits.maxNamesKept) forgetOldest(memories);
    const memory: Memory = { addresses: ask(resolve, hostname), keptUntil: clock.now() + limits.nameKeptMs };
    memories.set(hostname, memory);
    memory.addresses.catch((thrown: unknown) => {
      const isMissing = thrown instanceof BrokenFetch && thrown.reason === 'dns-not-found';
      // A resolver that fails says nothing about the name.
      memory.keptUntil = isMissing ? clock.now() + limits.missingNameKeptMs : 0;
    });
    return memory.addresses;
  };
}

/** The operating system's resolver, so that the hosts file and mDNS count: people at home name their machines there. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await dns.lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

async function ask(resolve: Resolve, hostname: string): Promise<readonly ResolvedAddress[]> {
  try {
    return await resolve(hostname);
  } catch (thrown) {
    throw brokenLookup(hostname, thrown);
  }
}

function forgetOldest(memories: Map<string, Memory>): void {
  for (const hostname of memories.keys()) {
    memories.delete(hostname);
    return;
  }
}
