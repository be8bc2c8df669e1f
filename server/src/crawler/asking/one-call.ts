// One call to a host outside of visits, under its lease: the request with a timeout, where it leads, and the release of the lease.
import { hostKey } from '../../net/host-key.ts';
import { isRedirect, locationIn } from '../../net/redirects.ts';
import type { WebAnswer, WebRequest } from '../../net/web.ts';
import { type Lease, releaseHost } from '../../store/sources/hosts.ts';
import type { WriteTx } from '../../store/store.ts';
import { type Equipment, userAgent } from '../equipment.ts';
import { endCall } from './answering-host.ts';
import { factsOf, judge } from './judge.ts';
import { openWay } from './on-the-way.ts';

interface OneCall extends Pick<WebRequest, 'url' | 'maxBytes' | 'followRedirects'> {
  accept: string;
  /** Further headers, such as validators. */
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
}

export function callOnce(
  equipment: Equipment,
  { accept, headers, timeoutMs, ...request }: OneCall,
): Promise<WebAnswer> {
  const { web, agent, closing } = equipment;
  return web.fetch({
    ...request,
    mayFollow: openWay(equipment, request).mayFollow,
    headers: { ...headers, 'user-agent': userAgent(agent), accept },
    deadlineMs: timeoutMs,
    signal: closing,
  });
}

/** Where a redirect leads, for callers that wait for their turn at each host. Undefined for any other answer, and if that is not http or https. */
export function redirectedTo(answer: WebAnswer): string | undefined {
  if (answer.kind === 'failure' || !isRedirect(answer.status, 'GET')) return undefined;
  const target = URL.parse(locationIn(answer.headers), answer.url);
  if (!target || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  return target.href;
}

/** Releases a lease, with the pause that the answer asks for: 429 and 503 count for the whole host that gave them, whatever was requested. */
export async function giveBack(
  tx: WriteTx,
  { lease, answer, gapMs }: { lease: Lease; answer: WebAnswer | undefined; gapMs: number },
): Promise<void> {
  if (!answer) {
    await releaseHost(tx, lease, { gapMs });
    return;
  }
  const judgement = judge(answer);
  await endCall(tx, lease, {
    answering: hostKey(answer.url),
    outcome: judgement.kind === 'failed' ? judgement.outcome : undefined,
    hints: factsOf(answer, tx.now).hints,
    gapMs,
  });
}
