// A turn at a host for somebody who waits: to ask one address there, or to be told when to come again.
import { hostKey } from '../../net/host-key.ts';
import { hostNamed, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import { endCall } from '../asking/answering-host.ts';
import { type Finding, failureIn, hostsLedTo } from '../asking/finding.ts';
import type { HttpHints } from '../asking/http-hints.ts';
import { restOf, takeTurn } from '../asking/turns.ts';
import type { Equipment } from '../equipment.ts';
import { busySentence, waitSentence } from '../schedule/wait-sentence.ts';
import { type Refused, refused, tooSlow } from './followed.ts';

export async function turnAt(equipment: Equipment, url: string, until: number): Promise<Lease | Refused> {
  const { store, clock, limits } = equipment;
  if (clock.now() + limits.answerMs > until) return tooSlow();
  const hostId = await store.write((tx) => hostNamed(tx, hostKey(url)));
  const turn = await takeTurn(equipment, hostId, until);
  const restMs = restOf(turn, clock.now());
  if (restMs !== undefined) return refused('site-wants-rest', waitSentence(restMs), restMs);
  if (turn.kind === 'turn' && clock.now() + limits.answerMs <= until) return turn.lease;
  // It has come too late: the request would be broken off, and what the site says with its answer would not be heard.
  if (turn.kind === 'turn') await giveBack(equipment, turn.lease, undefined);
  return visitedForOthers(equipment);
}

/** Whoever holds the turn may be dead: by then it is free even so, and an import has not used up its tries on that. */
export function visitedForOthers({ limits }: Equipment): Refused {
  return refused('site-wants-rest', busySentence, limits.leaseMs);
}

/** Ends a turn without recording a visit. No finding: the host was not called. */
export async function giveBack(
  { store, limits }: Equipment,
  lease: Lease,
  finding: Finding | undefined,
): Promise<void> {
  await store.write(async (tx) => {
    if (!finding) return releaseHost(tx, lease, { gapMs: 0 });
    const { answeredBy: answering, found } = finding;
    const end = { answering, outcome: failureIn(found), hints: hintsOf(finding), gapMs: limits.gapMs };
    return endCall(tx, lease, { ...end, goesOn: true });
  });
}

/**
 * Without a rest of the host if a page leads on to a feed there: a search that had to wait would ask for the page each time, and never for
 * the feed.
 */
function hintsOf({ found, answeredBy = '', facts: { hints } }: Finding): HttpHints {
  const { spentMs: _, ...others } = hints;
  return hostsLedTo(found).has(answeredBy) ? others : hints;
}
