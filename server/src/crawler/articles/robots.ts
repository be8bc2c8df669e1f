// What a site asks of robots, as it is remembered: asked for once a day at most, and only where a page is wanted.
import { allowsAll, allowsNothing, type RobotsRules, readRobots } from '../../formats/robots.ts';
import type { WebAnswer } from '../../net/web.ts';
import { holdsLease, type Lease } from '../../store/hosts.ts';
import { findRobots, keepRobots } from '../../store/robots.ts';
import type { ReadTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { callOnce, giveBack } from '../one-call.ts';
import { articleLimits } from './limits.ts';

export interface SiteRules extends RobotsRules {
  /** There is no telling what it asks: nothing is fetched until there is (RFC 9309 §2.3.1.4). */
  isUnknown?: true;
}

/** Undefined: it must be asked. */
export async function knownRules(tx: ReadTx, url: string): Promise<SiteRules | undefined> {
  const rules = await findRobots(tx, new URL(url).origin);
  return rules === undefined ? undefined : (JSON.parse(rules) as SiteRules);
}

export function rulesIn(answer: WebAnswer): { rules: SiteRules; keptMs: number } {
  const { robotsKeptMs, robotsRetryMs, agent } = articleLimits;
  const unknown = { rules: { ...allowsNothing, isUnknown: true as const }, keptMs: robotsRetryMs };
  if (answer.kind === 'failure') return unknown;
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const text = new TextDecoder().decode(answer.body);
    return { rules: readRobots(text, agent), keptMs: robotsKeptMs };
  }
  // RFC 9309 §2.3.1.3: who has no such file allows everything. 429 says that there is no telling now.
  return status >= 400 && status < 500 && status !== 429
    ? { rules: allowsAll, keptMs: robotsKeptMs }
    : unknown;
}

/** Asks for the rules of an address under the lease of its host, and gives that back: what is to be called waits for the next turn. */
export async function askRobots(equipment: Equipment, lease: Lease, url: string): Promise<void> {
  const { origin } = new URL(url);
  const answer = await callOnce(equipment, {
    url: `${origin}/robots.txt`,
    accept: 'text/plain,*/*;q=0.5',
    maxBytes: articleLimits.robotsBytes,
    timeoutMs: articleLimits.requestMs,
  });
  const { rules, keptMs } = rulesIn(answer);
  await equipment.store.write(async (tx) => {
    if (!(await holdsLease(tx, lease))) return;
    // We broke it off: that says nothing of the site.
    if (!equipment.closing.aborted) {
      await keepRobots(tx, { origin, rules: JSON.stringify(rules), expiresAt: tx.now + keptMs });
    }
    await giveBack(tx, { lease, answer, gapMs: equipment.limits.gapMs });
  });
}
