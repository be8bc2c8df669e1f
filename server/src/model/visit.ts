// One crawl of one Source, and its Outcome: a closed list of values, each with a plain sentence for a person.
import type { SiteReason } from './refusal-reason.ts';
import type { Said, SaidCode } from './said.ts';

/** The result of a visit. Nothing that the web does to us is an error. */
export type Outcome =
  | { kind: 'document'; newPosts: number; editedPosts: number }
  | { kind: 'unchanged' }
  /** The stored address was changed permanently; the document came from the new one. */
  | { kind: 'moved'; to: string; newPosts: number }
  /** 410. Believed only when it is said twice, a day apart. */
  | { kind: 'gone'; confirmed: boolean }
  | { kind: 'refused'; why: RefusedWhy; status: number; retryAt?: number }
  | { kind: 'unreachable'; reason: UnreachableReason; status?: number; retryAt?: number }
  | { kind: 'not-a-feed'; why: NotAFeedReason; suggestion?: string };

export type OutcomeKind = Outcome['kind'];

export type RefusedWhy =
  | 'needs-login' // 401
  | 'forbidden' // 403
  | 'bot-wall' // a challenge that only a browser can pass
  | 'not-found' // 404
  | 'too-many' // 429
  | 'other'; // any other 4xx

/** Why there was no answer, or no usable one. The names are those of the fetch layer and a few of our own. */
type UnreachableReason =
  | 'bad-url'
  | 'blocked-address'
  | 'dns-not-found'
  | 'dns-failed'
  | 'connect-refused'
  | 'connect-timeout'
  | 'connect-failed'
  | 'no-network'
  | 'no-room'
  | 'tls'
  | 'headers-timeout'
  | 'body-timeout'
  | 'deadline'
  | 'reset'
  | 'too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'bad-redirect'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'resting' // redirected to a host that has asked for a rest
  | 'aborted'
  | 'server-error' // 5xx
  | 'odd-status' // a status that does not answer what was asked
  | 'cut-short' // the document ended before it was complete
  | 'our-fault'; // a bug of ours; it is in the log

type NotAFeedReason =
  | 'empty'
  | 'html'
  | 'json'
  | 'xml'
  | 'text'
  | 'binary'
  | 'too-large'
  | 'reader-died'
  | 'reader-timeout'
  /** The address serves somebody else's feed: most likely the domain was sold. */
  | 'another-feed';

export interface Visit {
  sourceId: number;
  at: number;
  outcome: Outcome;
  /** The status of the last response; undefined when none came. */
  status: number | undefined;
  durationMs: number;
  newPosts: number;
}

/** Whether the source answered and is a feed. */
export function succeeded(outcome: Outcome): boolean {
  return outcome.kind === 'document' || outcome.kind === 'unchanged' || outcome.kind === 'moved';
}

/** Whether no site was asked: mostly it is our own network that is away. */
export function isOurNetwork(reason: UnreachableReason): boolean {
  return reason === 'dns-failed' || reason === 'no-network' || reason === 'no-room';
}

/**
 * The sentence for a person. All the ways in which a site could not be reached share one sentence: finer ones would
 * let users scan other people's ports and the names of the network that we run in.
 */
export function sentenceOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'document':
      return outcome.newPosts === 0
        ? 'The feed was read and has nothing new'
        : `The feed was read and has ${newPosts(outcome.newPosts)}`;
    case 'unchanged':
      return 'The feed has not changed since the last visit';
    case 'moved':
      return `The feed has moved for good and is now read from ${outcome.to}`;
    case 'gone':
      return outcome.confirmed
        ? 'The site says that this feed is gone for good, so it is not asked any more; its posts are kept'
        : 'The site says that this feed is gone; it is asked once more after a day';
    case 'refused':
      return refusedSentence(outcome.why, outcome.status);
    case 'unreachable':
      return unreachableSentence(outcome.reason);
    case 'not-a-feed':
      return notAFeedSentence(outcome);
  }
}

/** The same for a person who wants to follow an address: nothing is followed, so nothing is asked once more. */
export function refusalSentenceOf(outcome: Outcome): string {
  const isGone = outcome.kind === 'gone' && !outcome.confirmed;
  return isGone ? 'The site says that this feed is gone' : sentenceOf(outcome);
}

/** The sentence and its code. */
export function saidOf(outcome: Outcome): Said {
  return { sentence: sentenceOf(outcome), code: codeOf(outcome) };
}

/** Why it failed, as coarse as its sentence; undefined for a success. */
export function reasonOf(outcome: Outcome): SiteReason | undefined {
  switch (outcome.kind) {
    case 'gone':
      return 'site-gone';
    case 'refused':
      return refusedReasons[outcome.why];
    case 'unreachable':
      return unreachableReasons[outcome.reason] ?? 'site-unreachable';
    case 'not-a-feed':
      return notAFeedReasons[outcome.why] ?? 'not-a-feed';
    default:
      return undefined;
  }
}

function codeOf(outcome: Outcome): SaidCode {
  // Nobody has searched for another feed: the one that the page names is a suggestion.
  if (outcome.kind === 'not-a-feed' && outcome.why === 'html') return 'page-instead';
  const reason = reasonOf(outcome);
  if (reason !== undefined) return reason;
  if (outcome.kind === 'moved' || outcome.kind === 'unchanged') return outcome.kind;
  return outcome.kind === 'document' && outcome.newPosts > 0 ? 'new-posts' : 'nothing-new';
}

const refusedReasons: Readonly<Record<RefusedWhy, SiteReason>> = {
  'needs-login': 'site-login',
  forbidden: 'site-forbids',
  'bot-wall': 'site-bot-wall',
  'not-found': 'site-not-found',
  'too-many': 'site-wants-rest',
  other: 'site-refuses',
};

const unreachableReasons: Readonly<Partial<Record<UnreachableReason, SiteReason>>> = {
  tls: 'site-certificate',
  'too-large': 'document-too-large',
  'bad-redirect': 'site-loops',
  'redirect-loop': 'site-loops',
  'too-many-redirects': 'site-loops',
  'server-error': 'site-broken',
  'bad-response': 'site-broken',
  'bad-encoding': 'site-broken',
  'odd-status': 'site-broken',
  'cut-short': 'site-broken',
  resting: 'site-wants-rest',
  'our-fault': 'interrupted',
  'no-room': 'interrupted',
  aborted: 'interrupted',
};

const notAFeedReasons: Readonly<Partial<Record<NotAFeedReason, SiteReason>>> = {
  html: 'web-page',
  'too-large': 'document-too-large',
  'reader-died': 'document-too-large',
  'reader-timeout': 'document-too-large',
  'another-feed': 'another-feed',
};

/**
 * The cause in the terms of whatever detected it, such as `dns-not-found`. For the operator only: users get the sentence,
 * which does not say in which way an address could not be reached. Undefined for a success.
 */
export function causeOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'refused':
    case 'not-a-feed':
      return outcome.why;
    case 'unreachable':
      return outcome.reason;
    case 'gone':
      return 'gone';
    default:
      return undefined;
  }
}

const restSentence = 'The site asks us to come less often, and so we wait';

function refusedSentence(why: RefusedWhy, status: number): string {
  switch (why) {
    case 'needs-login':
      return 'The site asks for a name and a password';
    case 'forbidden':
      return 'The site refuses to give the feed to us (403)';
    case 'bot-wall':
      return 'The site lets only browsers in: its protection against robots turns feed readers away; its owner can make an exception for feeds';
    case 'not-found':
      return 'The site has nothing at this address (404)';
    case 'too-many':
      return restSentence;
    case 'other':
      return `The site refuses the request (${status})`;
  }
}

function unreachableSentence(reason: UnreachableReason): string {
  switch (reason) {
    case 'tls':
      return 'The certificate of the site is not valid, so the connection is not safe';
    case 'too-large':
      return 'The document is too large';
    case 'bad-redirect':
    case 'redirect-loop':
    case 'too-many-redirects':
      return 'The site sends us from address to address and never to the feed';
    case 'resting':
      return restSentence;
    case 'server-error':
      return 'The site has an error of its own and cannot answer now';
    case 'bad-response':
    case 'bad-encoding':
    case 'odd-status':
      return 'The site sends an answer that is not valid';
    case 'cut-short':
      return 'The document was cut off on the way';
    case 'our-fault':
    case 'no-room':
      return 'The visit failed for a reason of our own, which is in the log of this instance';
    case 'aborted':
      return 'We interrupted the visit';
    default:
      return 'The site cannot be reached: the address may be mistyped, or the site may be down';
  }
}

function notAFeedSentence(outcome: { why: NotAFeedReason; suggestion?: string }): string {
  switch (outcome.why) {
    case 'empty':
      return 'The document is empty';
    case 'html':
      return outcome.suggestion === undefined
        ? 'The address gives a web page and not a feed'
        : `The address gives a web page and not a feed; the page names this feed: ${outcome.suggestion}`;
    case 'too-large':
      return 'The document is too large';
    case 'reader-died':
    case 'reader-timeout':
      return 'The document takes too much work to read';
    case 'another-feed':
      return 'The address now serves a completely different feed: the site may have been sold, so nothing of it was taken; refresh it to accept it anyway';
    default:
      return 'The address gives a document that is not a feed';
  }
}

function newPosts(count: number): string {
  return count === 1 ? '1 new post' : `${count} new posts`;
}
