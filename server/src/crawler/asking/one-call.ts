// One call to a host outside of visits, under its lease: the request with a timeout, and the release of the lease.
import type { WebAnswer, WebRequest } from '../../net/web.ts';
import { findHost, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import { type Equipment, userAgent } from '../equipment.ts';
import { hostBackoff } from '../schedule/schedule.ts';
import { httpHints } from './http-hints.ts';
import { judge } from './judge.ts';

interface OneCall extends Pick<WebRequest, 'url' | 'maxBytes' | 'followRedirects'> {
  accept: string;
  /** Further headers, such as validators. */
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
}

export async function callOnce(
  { web, agent, clock, closing }: Equipment,
  { accept, headers, timeoutMs, ...request }: OneCall,
): Promise<WebAnswer> {
  const patience = new AbortController();
  const cancel = clock.after(timeoutMs, () => patience.abort());
  const answer = await web.fetch({
    ...request,
    headers: {
      ...headers,
      'user-agent': userAgent(agent),
      accept,
    },
    signal: AbortSignal.any([closing, patience.signal]),
  });
  cancel();
  return answer;
}

/** Releases a lease, with the pause that the answer asks for. */
export async function giveBack(
  tx: WriteTx,
  { lease, answer, gapMs }: { lease: Lease; answer: WebAnswer | undefined; gapMs: number },
): Promise<void> {
  await releaseHost(tx, lease, { gapMs, backoffUntil: await backoffAfter(tx, lease, answer) });
}

/** 429 and 503 count for the whole host, whatever was requested. */
async function backoffAfter(
  tx: ReadTx,
  lease: Lease,
  answer: WebAnswer | undefined,
): Promise<number | undefined> {
  if (answer?.kind !== 'response') return undefined;
  const judgement = judge(answer, undefined);
  if (judgement.kind !== 'failed') return undefined;
  const host = await findHost(tx, lease.hostId);
  const hints = httpHints(answer.headers, tx.now);
  return host && hostBackoff({ outcome: judgement.outcome, hints, now: tx.now, host });
}
