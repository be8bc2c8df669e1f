// Where a redirect leads, for callers that follow it themselves because they wait for their turn at each host.
import type { WebResponse } from '../../net/web.ts';

/** Undefined for an answer that is no redirect, or whose target is not http or https. */
export function redirectedTo({ status, headers, url }: WebResponse): string | undefined {
  const to = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || to === undefined || !URL.canParse(to, url))
    return undefined;
  const target = new URL(to, url);
  target.hash = '';
  return /^https?:$/.test(target.protocol) ? target.href : undefined;
}
