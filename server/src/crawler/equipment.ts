// The dependencies that every part of the crawler shares, and the User-Agent under which it calls.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { OutcomeKind } from '../model/visit.ts';
import type { Web } from '../net/web.ts';
import type { Store } from '../store/store.ts';
import type { HeldLeases } from './asking/held-leases.ts';
import type { Memory } from './following/recent-refusals.ts';
import type { Heard } from './heard.ts';
import type { CrawlerLimits } from './limits.ts';
import type { Extractor, Reader } from './reading/reading.ts';

export interface Equipment {
  store: Store;
  web: Web;
  read: Reader;
  extract: Extractor;
  clock: Clock;
  /** Uniformly distributed from 0 to 1. */
  chance: () => number;
  log: Log;
  limits: CrawlerLimits;
  agent: Agent;
  /** Where hubs reach us, with a slash at its end: https only. Left out: nowhere, so no hub is asked. */
  pushUrl?: string;
  /** Called after a commit with the users whose data has changed. */
  changed: (userIds: readonly number[]) => void;
  /** Called after a visit has been recorded. */
  visited: (visit: VisitMade) => void;
  /** Called after a commit with hosts that now have something due, which the transaction could not plan because it held other hosts. */
  planHosts: (hostIds: readonly number[]) => void;
  /** Called after a commit with a source that somebody follows; undefined: icons are not looked for. */
  wantIcon: ((sourceId: number) => void) | undefined;
  /** Whether people are being answered just now: then rounds begin only a few visits at a time. */
  arePeopleHere: () => boolean;
  /** When a site last answered, and what the resolver has said since. */
  heard: Heard;
  /** Which sources addresses led to when they were last asked, by id. */
  ledTo: Memory<number>;
  /** Keeps the leases of the calls under way. */
  held: HeldLeases;
  /** Aborted when the crawler is closing and has waited long enough. */
  closing: AbortSignal;
  /** A name for the next lease, unique among the leases of all nodes. */
  nextToken: () => string;
}

/** Who calls, as every site is told. */
export interface Agent {
  /** Name and version. */
  product: string;
  /** Where the owner of a site finds out who runs this instance. */
  contactUrl: string;
}

/** A source was visited, in a round or by hand. */
export interface VisitMade {
  outcome: OutcomeKind;
  newPosts: number;
}

/**
 * `Courant/0.1.0 (+https://news.example.org/; 12 subscribers)`: what feed statistics and webmasters look for. Numbers of subscribers are
 * told for feeds only: how many want anything else is nobody's business.
 */
export function userAgent({ product, contactUrl }: Agent, subscribers?: number): string {
  const count =
    subscribers === undefined ? '' : `; ${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`;
  return `${product} (+${contactUrl}${count})`;
}
