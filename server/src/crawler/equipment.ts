// The dependencies that every part of the crawler shares, and the User-Agent under which it calls.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { OutcomeKind } from '../model/visit.ts';
import type { Web } from '../net/web.ts';
import type { Store } from '../store/store.ts';
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
  /** Where hubs reach us, with a slash at its end; undefined: nowhere, so no hub is asked. */
  pushUrl?: string;
  /** Called after a commit with the users whose data has changed. */
  changed: (userIds: readonly number[]) => void;
  /** Called after a visit has been recorded, with its result. */
  visited: (visit: { outcome: OutcomeKind; newPosts: number }) => void;
  /** Called after a commit with hosts that now have something due, which the transaction could not plan because it held other hosts. */
  planHosts: (hostIds: readonly number[]) => void;
  /** Called after a commit with a source that somebody follows; undefined: icons are not looked for. */
  wantIcon: ((sourceId: number) => void) | undefined;
  /** Whether people are being answered just now: then rounds begin only a few visits at a time. */
  arePeopleHere: () => boolean;
  /** Aborted when the crawler is closing and has waited long enough. */
  closing: AbortSignal;
  /** A name for the next lease, unique among the leases of all nodes. */
  nextToken: () => string;
}

/** Who calls, for the User-Agent. */
export interface Agent {
  /** Name and version. */
  product: string;
  /** Where a webmaster finds out whom to contact; undefined: nobody is named. */
  contactUrl: string | undefined;
  /** False: the number of followers is kept private, as on an instance with one user. */
  tellsSubscribers: boolean;
}

/** `Courant/0.1.0 (+https://news.example.org/; 12 subscribers)`: what feed statistics and webmasters look for. */
export function userAgent({ product, contactUrl, tellsSubscribers }: Agent, subscribers: number): string {
  const facts = [
    ...(contactUrl === undefined ? [] : [`+${contactUrl}`]),
    ...(tellsSubscribers ? [`${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`] : []),
  ];
  return facts.length === 0 ? product : `${product} (${facts.join('; ')})`;
}
