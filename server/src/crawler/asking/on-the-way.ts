// What is kept to where redirects lead: no host is asked that has asked for a rest, and a search waits for its turn.
import type { Outcome } from '../../model/visit.ts';
import { hostKey } from '../../net/host-key.ts';
import type { Hop } from '../../net/web.ts';
import { backoffOf, hostNamed, type Lease, restHost } from '../../store/sources/hosts.ts';
import type { Equipment } from '../equipment.ts';
import { hostBackoff } from '../schedule/host-pace.ts';
import { type Finding, failureIn, hostsLedTo } from './finding.ts';
import { type HttpHints, httpHints } from './http-hints.ts';
import type { AnswerFacts } from './judge.ts';
import { giveTurnBack } from './turn-elsewhere.ts';
import { takeTurn } from './turns.ts';

export interface Way {
  mayFollow(to: string, from: Hop): Promise<boolean>;
  /** Lets the host rest that leads to another, if it says that nothing more is allowed. Whoever goes on at the same host will hear it again. */
  heed(from: { url: string; hints: HttpHints }, to: string): Promise<void>;
  /** Adds to what an answer says how much is left of the rest at which the way has ended. */
  noted(facts: AnswerFacts): AnswerFacts;
  /** Whether something more can be asked: what would be broken off before it is answered is asked in vain. */
  hasTime(): boolean;
  /**
   * Gives back the turns that were taken on the way, once what their hosts have asked for is kept. One to which a search goes on from what it has
   * found has no rest yet: it will be heard again.
   */
  end(finding: Finding | undefined): Promise<void>;
}

interface Start {
  url: string;
  /** When the person who waits will have given up. */
  until?: number | undefined;
  /** Nobody knows yet where the address leads. */
  isSearch?: true;
}

/** A visit has taken its turn at the host where it will end; only a search cannot know that beforehand. */
export function openWay(equipment: Equipment, { url, until, isSearch }: Start): Way {
  const { store, clock, limits } = equipment;
  const asked = hostKey(url);
  const turns = new Map<string, Lease>();
  /** Until when hosts want to rest that a search was led to or on by: only its end shows whether it comes back to them. */
  const wished = new Map<string, number>();
  let restsUntil = 0;

  /**
   * Waits for a turn at a host, and returns until when the host rests. Whoever waits in vain goes on: of a hundred blogs of one platform that
   * are imported, some would be given up otherwise.
   */
  const takeTurnAt = async (host: string): Promise<number> => {
    const hostId = await store.write((tx) => hostNamed(tx, host));
    const turn = await takeTurn(equipment, hostId, until);
    if (turn.kind === 'turn') turns.set(host, turn.lease);
    return turn.kind === 'resting' ? clock.now() + turn.forMs : 0;
  };

  const rest = (name: string, backoffUntil: number): Promise<void> =>
    store.write(async (tx) => restHost(tx, await hostNamed(tx, name), { backoffUntil }));

  const restAskedFor = (name: string, hints: HttpHints, outcome?: Outcome): number | undefined => {
    return hostBackoff({ outcome, hints, host: { name }, now: clock.now() });
  };

  const heed: Way['heed'] = async ({ url: from, hints }, to) => {
    const name = hostKey(from);
    const backoffUntil = name === hostKey(to) ? undefined : restAskedFor(name, hints);
    if (backoffUntil === undefined) return;
    if (isSearch) wished.set(name, backoffUntil);
    else await rest(name, backoffUntil);
  };

  return {
    heed,
    async mayFollow(to, from) {
      await heed({ url: from.url, hints: httpHints(from, clock.now()) }, to);
      const host = hostKey(to);
      if (host === asked || turns.has(host)) return true;
      restsUntil = await (isSearch ? takeTurnAt(host) : store.read((tx) => backoffOf(tx, host)));
      return restsUntil <= clock.now();
    },
    noted(facts) {
      const leftMs = restsUntil - clock.now();
      return leftMs > 0 ? { ...facts, hints: { ...facts.hints, retryAfterMs: leftMs } } : facts;
    },
    hasTime: () => until === undefined || clock.now() + limits.answerMs <= until,
    async end(finding) {
      const next = finding ? hostsLedTo(finding.found) : new Set();
      if (finding?.answeredBy !== undefined && turns.has(finding.answeredBy)) {
        const { answeredBy, facts, found } = finding;
        const restUntil = restAskedFor(answeredBy, facts.hints, failureIn(found));
        if (restUntil !== undefined) wished.set(answeredBy, restUntil);
      }
      try {
        for (const [name, restUntil] of wished) if (!next.has(name)) await rest(name, restUntil);
      } finally {
        for (const lease of turns.values()) await giveTurnBack(equipment, lease);
      }
    },
  };
}
