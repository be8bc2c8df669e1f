// One call to a host outside of visits, under its lease: the request with a timeout, and the release of the lease.
import { hostKey } from '../../net/host-key.ts';
import type { WebAnswer, WebRequest } from '../../net/web.ts';
import { findHost, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import type { WriteTx } from '../../store/store.ts';
import { type Equipment, userAgent } from '../equipment.ts';
import { type HostPace, hostBackoff } from '../schedule/host-pace.ts';
import { answeringHost, endTurn } from './answering-host.ts';
import { factsOf, judge } from './judge.ts';
import { openWay } from './on-the-way.ts';

interface OneCall extends Pick<WebRequest, 'url' | 'maxBytes' | 'followRedirects' | 'mayFollow'> {
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
    mayFollow: openWay(equipment, request).mayFollow,
    ...request,
    headers: {
      ...headers,
      'user-agent': userAgent(agent),
      accept,
    },
    deadlineMs: timeoutMs,
    signal: closing,
  });
}

/** Releases a lease, with the pause that the answer asks for: 429 and 503 count for the whole host that gave them, whatever was requested. */
export async function giveBack(
  tx: WriteTx,
  { lease, answer, gapMs }: { lease: Lease; answer: WebAnswer | undefined; gapMs: number },
): Promise<void> {
  const own = await findHost(tx, lease.hostId);
  if (!own || !answer || !URL.canParse(answer.url)) {
    await releaseHost(tx, lease, { gapMs });
    return;
  }
  const host = await answeringHost(tx, { answeredBy: hostKey(answer.url) }, own);
  await endTurn(tx, lease, { answering: host.name, gapMs, backoffUntil: backoffAfter(answer, host, tx.now) });
}

function backoffAfter(answer: WebAnswer, host: HostPace, now: number): number | undefined {
  const judgement = judge(answer, undefined);
  const outcome = judgement.kind === 'failed' ? judgement.outcome : undefined;
  return hostBackoff({ outcome, hints: factsOf(answer, now).hints, now, host });
}
