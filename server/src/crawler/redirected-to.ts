// Where an answer sends whoever asked, for those who wait for the turn of each host that they are sent to.
import type { WebResponse } from '../net/web.ts';

/** Undefined for an answer that is no redirect, or that leads out of the web. */
export function redirectedTo({ status, headers, url }: WebResponse): string | undefined {
  const to = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || to === undefined || !URL.canParse(to, url))
    return undefined;
  const target = new URL(to, url);
  target.hash = '';
  return /^https?:$/.test(target.protocol) ? target.href : undefined;
}
