// The hosts of the bench: loopback addresses on one port, each a host of its own to the crawler.
import type { Edition } from './documents.ts';

/** Where something has changed. `same`: nowhere; `new`: everywhere; `mixed`: on 7 of 100 hosts, like a day's refresh. */
export const workloads = ['same', 'mixed', 'new'] as const;
export type Workload = (typeof workloads)[number];

const NEW_OF_A_HUNDRED = 7;

/** From 127.1.0.0 on: every address of 127.0.0.0/8 is this machine. */
export function urlOf(index: number, port: number): string {
  return `http://127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}:${port}/feed.xml`;
}

/** The edition that the service knows of a host. The served document is always the new one. */
export function editionKnown(workload: Workload, index: number): Edition {
  // Spread evenly over time: 37 and 100 have no common divisor.
  const hasNew = workload === 'new' || (workload === 'mixed' && (index * 37) % 100 < NEW_OF_A_HUNDRED);
  return hasNew ? 'known' : 'new';
}
