// A turn at a host for somebody who waits: to ask one address there, or to be told when to come again.
import { hostKey } from '../../net/host-key.ts';
import { findHost, type Host, hostNamed, type Lease } from '../../store/sources/hosts.ts';
import { answeringHost, endTurn } from '../asking/answering-host.ts';
import { type Finding, hostsLedTo } from '../asking/finding.ts';
import type { HttpHints } from '../asking/http-hints.ts';
import { takeTurn } from '../asking/turns.ts';
import type { Equipment } from '../equipment.ts';
import { hostBackoff } from '../schedule/host-pace.ts';
import { waitSentence } from '../schedule/wait-sentence.ts';
import { type Refused, refused, tooSlow } from './followed.ts';

export interface Turn {
  kind: 'turn';
  lease: Lease;
  host: Host;
}

export async function turnAt(equipment: Equipment, url: string, until: number): Promise<Turn | Refused> {
  const { store, clock, limits } = equipment;
  if (clock.now() + limits.answerMs > until) return tooSlow();
  const host = await store.write(async (tx) => findHost(tx, await hostNamed(tx, hostKey(url))));
  if (!host) throw new Error(`The host of ${url} has no row`);
  const turn = await takeTurn(equipment, host.id, until);
  if (turn.kind === 'resting') return refused('site-wants-rest', waitSentence(turn.forMs), turn.forMs);
  if (turn.kind === 'turn' && clock.now() + limits.answerMs <= until) return { ...turn, host };
  // It has come too late: the request would be broken off, and what the site says with its answer would not be heard.
  if (turn.kind === 'turn') await giveBack(equipment, { ...turn, host }, undefined);
  return visitedForOthers(equipment);
}

/** Whoever holds the turn may be dead: by then it is free even so, and an import has not used up its tries on that. */
export function visitedForOthers({ limits }: Equipment): Refused {
  return refused(
    'site-wants-rest',
    'The site is being visited for others just now; try again in a minute',
    limits.leaseMs,
  );
}

/**
 * Ends a turn without recording a visit. A rest that the host has asked for is kept all the same, except where a page leads on to a feed of its host: a
 * search that had to wait there would ask for the page each time, and never for the feed.
 */
export async function giveBack(
  equipment: Equipment,
  turn: Turn,
  finding: Finding | undefined,
): Promise<void> {
  const outcome = finding?.found.kind === 'failed' ? finding.found.outcome : undefined;
  const now = equipment.clock.now();
  const gapMs = finding ? equipment.limits.gapMs : 0;
  await equipment.store.write(async (tx) => {
    const host = finding ? await answeringHost(tx, finding, turn.host) : turn.host;
    const backoffUntil = finding && hostBackoff({ outcome, hints: hintsOf(finding), now, host });
    await endTurn(tx, turn.lease, { answering: host.name, gapMs, goesOn: true, backoffUntil });
  });
}

function hintsOf({ found, answeredBy = '', facts: { hints } }: Finding): HttpHints {
  const { maxAgeMs, retryAfterMs } = hints;
  return hostsLedTo(found).has(answeredBy) ? { maxAgeMs, retryAfterMs } : hints;
}
