// What was found at an address: a feed, the feed as it was, or why there is none.
import type { FeedDocument, PageFinding } from '../../formats/feed-document.ts';
import type { Validators } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { hostKey } from '../../net/host-key.ts';
import type { KeptBody } from '../../store/sources/sources.ts';
import type { HubLinks } from '../websub/link-header.ts';
import type { AnswerFacts } from './judge.ts';

export interface Finding {
  startedAt: number;
  endedAt: number;
  facts: AnswerFacts;
  /** The host of the last answer, or of the failure: after redirects another than the one that was to be asked. */
  answeredBy?: string;
  /** Where the permanent redirects at the start of the chain lead, unless that is too long to be the address of a source. */
  permanentUrl: string | undefined;
  found: Found;
}

export type Found =
  | FoundFeed
  /** The known document, by 304 or by its bytes, at an address after redirects. `brokenOff`: only a part of it is kept, so next time it must be fetched whole. */
  | { kind: 'unchanged'; url: string; validators: Validators | undefined; brokenOff?: true }
  | { kind: 'failed'; outcome: Outcome; page?: PageFinding; pageUrl?: string };

export interface FoundFeed {
  kind: 'feed';
  document: FeedDocument;
  /** The hubs that the page names which announced the feed. */
  pageHubs?: HubLinks;
  /** This is the kept document, which was read by older versions of the readers and is now read again. */
  reread?: true;
  /**
   * The hashes of the words that the kept document has as it is read today, where older versions of the readers have read it: what posts get of these,
   * their site had said before, unless it is an edit that was waiting there, or one that takes
   * back what a document that broke off has brought since.
   */
  saidBefore?: ReadonlySet<string>;
  /** After redirects. */
  url: string;
  /** `keep`: the stored ones stay, because the document broke off and its site must not answer 304 for the rest of it. */
  validators: Validators | undefined | 'keep';
  bodyHash: string;
  body: KeptBody;
}

/** Why there is no feed; undefined if there is one. */
export function failureIn(found: Found): Outcome | undefined {
  return found.kind === 'failed' ? found.outcome : undefined;
}

export const faultOfOurs: Found = { kind: 'failed', outcome: { kind: 'unreachable', reason: 'our-fault' } };

/** What a visit has found that failed for a reason of ours. */
export function ourFault(at: number): Finding {
  return {
    startedAt: at,
    endedAt: at,
    facts: { status: undefined, hints: { maxAgeMs: undefined, retryAfterMs: undefined } },
    permanentUrl: undefined,
    found: faultOfOurs,
  };
}

/** Of a document that we cannot read or store: what the site asks for holds all the same, but what nobody has is not fresh. */
export function withoutDocument(finding: Finding): Finding {
  const { startedAt, facts } = finding;
  const hints = { ...facts.hints, maxAgeMs: undefined };
  return { ...finding, ...ourFault(startedAt), facts: { status: undefined, hints } };
}

/** The hosts to which a search goes on from a page. */
export function hostsLedTo(found: Found): ReadonlySet<string> {
  const { feeds = [], movedTo = '' } = (found.kind === 'failed' && found.page) || {};
  const next = feeds.length > 0 ? feeds.map(({ url }) => url) : [movedTo];
  return new Set(next.filter((url) => URL.canParse(url)).map(hostKey));
}
