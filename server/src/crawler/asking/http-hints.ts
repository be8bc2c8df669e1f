// Reads from the headers of an answer when it may be asked for again.
import { parseDate } from '../../formats/dates.ts';
import { isSharedHost } from '../../net/host-key.ts';
import { pace } from '../limits.ts';

type Headers = ReadonlyMap<string, string>;

export interface HttpHints {
  /** How long the answer stays fresh from now on; undefined if it does not say. */
  maxAgeMs: number | undefined;
  retryAfterMs: number | undefined;
  /** How long the site will answer nothing more, because we have used up what it allows in a while. Some sites say so before they send a 429. */
  spentMs?: number;
  /** Said by one of many strangers who share a host: it binds the others there for less long. */
  isShared?: true;
}

/** Reads Cache-Control, Expires, Age (RFC 9111 §4.2, §5.3), Retry-After (RFC 9110 §10.2.3), and how many more requests a site allows. */
export function httpHints({ url, headers }: { url: string; headers: Headers }, now: number): HttpHints {
  const spentMs = spent(headers, now);
  return {
    maxAgeMs: freshness(headers),
    retryAfterMs: retryAfter(headers, now),
    ...(spentMs !== undefined && { spentMs }),
    ...(isSharedHost(url) && { isShared: true }),
  };
}

/** Ignores `s-maxage`, which is for shared caches, and `no-store` and `Expires: 0`, which are no permission to ask sooner. */
function freshness(headers: Headers): number | undefined {
  const stated = maxAge(headers.get('cache-control')) ?? expiresIn(headers);
  const age = seconds(headers.get('age')) ?? 0;
  const left = Math.min(stated - age * 1_000, pace.longestFreshMs);
  return left > 0 ? left : undefined;
}

function maxAge(cacheControl: string | undefined): number | undefined {
  const found = /(?:^|[\s,;])max-age\s*=\s*"?(\d+)/i.exec(cacheControl ?? '');
  return found?.[1] === undefined ? undefined : Number(found[1]) * 1_000;
}

/** Not a number without both dates, as everything that is calculated from one that is missing. */
function expiresIn(headers: Headers): number {
  return dateIn(headers.get('expires') ?? '') - dateIn(headers.get('date') ?? '');
}

function retryAfter(headers: Headers, now: number): number | undefined {
  const wait = waitIn(headers.get('retry-after') ?? '', headers, now);
  // What cannot be read, or is a time in the past, asks for nothing.
  return wait > 0 ? Math.min(Math.round(wait), pace.longestRetryMs) : undefined;
}

/**
 * `X-RateLimit-*`, and without the X as drafts of the IETF had them. An answer from a cache tells what its site allowed when it was stored.
 */
function spent(headers: Headers, now: number): number | undefined {
  const told = (name: string): string | undefined =>
    headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`);
  const left = seconds(told('remaining'));
  if (left === undefined || left >= 1) return undefined;
  const reset = waitIn(told('reset') ?? '', headers, now);
  const wait = reset - (seconds(headers.get('age')) ?? 0) * 1_000;
  return wait > 0 ? Math.min(Math.round(wait), pace.longestSpentMs) : undefined;
}

/**
 * Most sites write seconds (Reddit), some the time in seconds or milliseconds since 1970 (GitHub, GitLab), and some a date (Mastodon). A time counts
 * by the clock of the site, if it tells its time: ours may be wrong.
 */
function waitIn(value: string, headers: Headers, now: number): number {
  const sent = dateIn(headers.get('date') ?? '');
  const sentAt = Number.isNaN(sent) ? now : sent;
  const number = seconds(value);
  if (number === undefined) return dateIn(value) - sentAt;
  if (number < 1e9) return number * 1_000;
  return (number < 1e11 ? number * 1_000 : number) - sentAt;
}

/**
 * A date has a time of day: a value without one is a malformed number, and 3600 is no year. A date without a zone is GMT (RFC 9110
 * §5.6.7); `Date` would take it for the time where we are.
 */
function dateIn(value: string): number {
  return (value.includes(':') ? parseDate(value) : undefined) ?? Number.NaN;
}

/** The RFC allows whole seconds only, but servers that compute them from a clock write fractions. */
function seconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
