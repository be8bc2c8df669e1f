// Where a redirect leads, for callers that follow it themselves because they wait for their turn at each host.
import { isRedirect, locationIn } from '../../net/redirects.ts';
import type { WebResponse } from '../../net/web.ts';

/** Undefined for an answer that is no redirect, or whose target is not http or https. */
export function redirectedTo({ status, headers, url }: WebResponse): string | undefined {
  const target = isRedirect(status, 'GET') ? URL.parse(locationIn(headers), url) : null;
  if (!target || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  return target.href;
}
