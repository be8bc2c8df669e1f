// The hosts of the bench: addresses of the loopback block on one port, each of them a host of its own to the crawler.
import type { Edition } from './documents.ts';

/** `same`: nothing has changed anywhere. `new`: everywhere. `mixed`: on 7 of 100 hosts, as a day's refresh finds it. */
export const workloads = ['same', 'mixed', 'new'] as const;
export type Workload = (typeof workloads)[number];

const NEW_OF_A_HUNDRED = 7;

/** 127.1.0.0 and on: every address of 127.0.0.0/8 is this machine. */
export function urlOf(index: number, port: number): string {
  return `http://127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}:${port}/feed.xml`;
}

/** What the service knows of a host. The document that is served is the new one everywhere. */
export function editionKnown(workload: Workload, index: number): Edition {
  // Spread, so that each second has its share: 37 and 100 have no common divisor.
  const hasNew = workload === 'new' || (workload === 'mixed' && (index * 37) % 100 < NEW_OF_A_HUNDRED);
  return hasNew ? 'known' : 'new';
}
