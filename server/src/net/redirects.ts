// The rules for redirects: where to, by which method, with which credentials, and which moves are permanent.

import { BrokenFetch } from './failure.ts';
import { headerText } from './header-text.ts';

export interface Redirect {
  status: number;
  from: string;
  to: string;
}

interface Answered {
  status: number;
  headers: ReadonlyMap<string, string>;
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
// Only these two keep the method (RFC 9110 §15.4.8, §15.4.9); the others would turn a POST into a GET.
const keepingMethod: ReadonlySet<number> = new Set([307, 308]);
const permanent: ReadonlySet<number> = new Set([301, 308]);

export function isRedirect(status: number, method: 'GET' | 'POST'): boolean {
  return method === 'GET' ? redirecting.has(status) : keepingMethod.has(status);
}

/** The target of a redirect. Throws `BrokenFetch` if it names none. */
export function redirectTarget({ status, headers }: Answered, from: URL, maxUrlLength: number): URL {
  const location = locationIn(headers);
  if (location === '')
    throw new BrokenFetch('bad-redirect', `the answer is ${status} without saying where to`);
  if (!URL.canParse(location, from.href)) throw badTarget('something', 'no URL');
  const to = new URL(location, from.href);
  if (to.protocol !== 'http:' && to.protocol !== 'https:')
    throw badTarget(to.protocol, 'neither http nor https');
  if (to.href.length > maxUrlLength) throw badTarget('a URL', 'too long');
  to.hash = '';
  return withCredentialsOf(from, to);
}

/** As written, '' where there is none. */
export function locationIn(headers: ReadonlyMap<string, string>): string {
  return headerText(headers.get('location') ?? '');
}

/** Servers never repeat the credentials, and without them a site's own move from /feed to /feed/ would lock us out. */
export function withCredentialsOf(from: URL, to: URL): URL {
  const moved = new URL(to);
  if (to.origin === from.origin && to.username === '' && to.password === '') {
    moved.username = from.username;
    moved.password = from.password;
  }
  return moved;
}

/** What is sent, such as the secret of a hub, was meant for https: it does not go out in the clear after all. Throws `BrokenFetch`. */
export function requireAsSecret(from: URL, to: URL): void {
  if (from.protocol === 'https:' && to.protocol === 'http:') throw badTarget(to.origin, 'not encrypted');
}

/** The end of the leading run of 301 and 308; whatever follows a temporary hop is temporary itself. */
export function permanentEnd(redirects: readonly Redirect[]): string | undefined {
  let end: string | undefined;
  for (const { status, to } of redirects) {
    if (!permanent.has(status)) break;
    end = to;
  }
  return end;
}

function badTarget(target: string, fault: string): BrokenFetch {
  return new BrokenFetch('bad-redirect', `the answer leads to ${target}, which is ${fault}`);
}
