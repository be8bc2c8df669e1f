// What every part of the crawler works with, and the name under which it calls.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { OutcomeKind } from '../model/visit.ts';
import type { Web } from '../net/web.ts';
import type { Store } from '../store/store.ts';
import type { CrawlerLimits } from './limits.ts';
import type { Extractor, Reader } from './reading.ts';

export interface Equipment {
  store: Store;
  web: Web;
  read: Reader;
  extract: Extractor;
  clock: Clock;
  /** 0 to 1, evenly. */
  chance: () => number;
  log: Log;
  limits: CrawlerLimits;
  agent: Agent;
  /** Where hubs reach us, with a slash at its end; undefined: nowhere, so none is asked. */
  pushUrl?: string;
  /** Called after a commit with the users whose things have changed. */
  changed: (userIds: readonly number[]) => void;
  /** Called after the record of a visit with what it came to. */
  visited: (visit: { outcome: OutcomeKind; newPosts: number }) => void;
  /** Called after a commit with hosts that have come to have something due: whoever wrote that held other hosts. */
  planHosts: (hostIds: readonly number[]) => void;
  /** Called after a commit with a source that somebody follows; undefined: no icons are looked for. */
  wantIcon: ((sourceId: number) => void) | undefined;
  /** Whether people are being answered just now: then rounds begin a few visits at a time. */
  arePeopleHere: () => boolean;
  /** Aborted when the crawler closes and has waited long enough. */
  closing: AbortSignal;
  /** A name for the next lease that no other lease of any node bears. */
  nextToken: () => string;
}

/** Who calls. */
export interface Agent {
  /** Name and version. */
  product: string;
  /** Where a webmaster finds whom to write to; undefined where nobody may. */
  contactUrl: string | undefined;
  /** False: how many read a feed is nobody's business, as on an instance of one. */
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
