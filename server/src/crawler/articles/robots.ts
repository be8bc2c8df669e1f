// What a site asks of robots, as it is remembered: asked for once a day at most, and only where a page is wanted.
import { allowsAll, allowsNothing, type RobotsRules, readRobots } from '../../formats/robots.ts';
import type { WebAnswer } from '../../net/web.ts';
import { findRobots } from '../../store/robots.ts';
import type { ReadTx } from '../../store/store.ts';
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
