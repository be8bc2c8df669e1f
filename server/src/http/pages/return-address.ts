// Where a person goes on after signing in: only ever to a page of ours.

const dummy = 'http://our.invalid';

/**
 * The path to go on to. The address is read as a browser would read it and written anew: a regular expression lets `/\t/evil.example`
 * through, which a browser takes for another host.
 */
export function returnAddress(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, dummy)) return '/';
  const url = new URL(next, dummy);
  // A path that begins with two slashes is a host, too, once it stands alone.
  if (url.origin !== dummy || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
