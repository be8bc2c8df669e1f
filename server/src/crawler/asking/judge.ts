// Judges an answer from the web: a document to read, confirmation that the known one is current, or which failure.

import type { Validators } from '../../model/source.ts';
import { isOurNetwork, type Outcome, type RefusedWhy } from '../../model/visit.ts';
import type { WebAnswer, WebFailure, WebResponse } from '../../net/web.ts';
import { type HttpHints, httpHints } from './http-hints.ts';

type Judgement =
  | { kind: 'document'; response: WebResponse }
  | { kind: 'unchanged'; response: WebResponse }
  | { kind: 'failed'; outcome: Outcome };

/** What an answer says regardless of how it is judged. */
export interface AnswerFacts {
  status: number | undefined;
  hints: HttpHints;
  /** The name could not be looked up, or no way led to it: no site knows of this. */
  nobodyAsked?: true;
}

export function judge(answer: WebAnswer): Judgement {
  if (answer.kind === 'failure') {
    const said = refusalIn(answer);
    return failed(said ? outcomeOf(said) : { kind: 'unreachable', reason: answer.reason });
  }
  const { status } = answer;
  if (isChallenge(answer)) return failed(outcomeOf(answer));
  // Where no validators were sent, the web takes it for a bad response.
  if (status === 304) return { kind: 'unchanged', response: answer };
  // 203 is a 200 that a proxy has changed; 226 (RFC 3229) holds only some of the posts, but a missing post is never taken for removed.
  if (status === 200 || status === 203 || status === 226) {
    return answer.body.byteLength === 0
      ? failed({ kind: 'not-a-feed', why: 'empty' })
      : { kind: 'document', response: answer };
  }
  return failed(outcomeOf(answer));
}

type Head = Pick<WebResponse, 'status' | 'headers'>;

/** What an answer says that gives nothing. */
function outcomeOf(head: Head): Outcome {
  const { status } = head;
  if (isChallenge(head)) return { kind: 'refused', why: 'bot-wall', status };
  if (status === 410) return { kind: 'gone', confirmed: false };
  if (status >= 500) return { kind: 'unreachable', reason: 'server-error', status };
  if (status >= 400) return { kind: 'refused', why: refusedWhy(status), status };
  return { kind: 'unreachable', reason: 'odd-status', status };
}

/** A refusal that was heard before the fetch was called off: it counts without its body. */
function refusalIn({ head }: WebFailure): Head | undefined {
  return head !== undefined && head.status >= 400 ? head : undefined;
}

/** Of a document that broke off only counts how long to stay away: what nobody has is not fresh either. */
export function factsOf(answer: WebAnswer, now: number): AnswerFacts {
  const { url } = answer;
  if (answer.kind === 'response') return saidBy(answer, url, now);
  const refusal = refusalIn(answer);
  if (refusal) return saidBy(refusal, url, now);
  const { reason, redirects, head } = answer;
  const nobodyAsked = isOurNetwork(reason) && redirects.length === 0;
  return {
    status: undefined,
    hints: { ...httpHints({ url, headers: head?.headers ?? new Map() }, now), maxAgeMs: undefined },
    ...(nobodyAsked && { nobodyAsked }),
  };
}

function saidBy({ status, headers }: Head, url: string, now: number): AnswerFacts {
  return { status, hints: httpHints({ url, headers }, now) };
}

/**
 * The validators after an answer. A 200 replaces both, even by nothing: a pair from two answers matches no document. A 304
 * replaces those that it carries (RFC 9111 §4.3.4) and leaves the others as they were sent: `kept`.
 */
export function validatorsAfter(response: WebResponse, kept: Validators | undefined): Validators | undefined {
  const etag = filled(response.headers.get('etag'));
  const lastModified = filled(response.headers.get('last-modified'));
  if (etag === undefined && lastModified === undefined) return kept;
  return {
    url: response.url,
    etag: etag ?? kept?.etag,
    lastModified: lastModified ?? kept?.lastModified,
  };
}

/** How Cloudflare, Vercel (with a 429, though nothing has come too often) and AWS (with a 202 or 405) mark a page that only a browser gets past. */
const challenges = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'];

function isChallenge({ headers }: Head): boolean {
  return challenges.some((name) => /^(?:challenge|captcha)$/i.test(headers.get(name) ?? ''));
}

function refusedWhy(status: number): RefusedWhy {
  switch (status) {
    case 401:
      return 'needs-login';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 429:
      return 'too-many';
    default:
      return 'other';
  }
}

function failed(outcome: Outcome): Judgement {
  return { kind: 'failed', outcome };
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
