// Where a person goes after signing in: only to a page of ours.

const dummy = 'http://our.invalid';

/**
 * The path to go on to. The address is parsed as a browser parses it and written anew: a regular expression would let `/\t/evil.example`
 * through, which browsers treat as another host.
 */
export function returnAddress(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, dummy)) return '/';
  const url = new URL(next, dummy);
  // A path that begins with two slashes would be read as a host once it stands alone.
  if (url.origin !== dummy || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
