// Fetches and remembers a site's robots.txt: at most once a day, and only if a page of the site is wanted.
import { allowsAll, allowsNothing, type RobotsRules, readRobots } from '../../formats/robots.ts';
import { isOurNetwork } from '../../model/visit.ts';
import type { WebAnswer } from '../../net/web.ts';
import { holdsLease, type Lease } from '../../store/sources/hosts.ts';
import { findRobots, keepRobots } from '../../store/sources/robots.ts';
import type { ReadTx } from '../../store/store.ts';
import { callOnce, giveBack } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';
import { articleLimits } from './limits.ts';

interface SiteRules extends RobotsRules {
  /** The site's rules could not be fetched: they allow nothing until they can (RFC 9309 §2.3.1.4). */
  isUnknown?: true;
  /** If they are unknown: after how long the site was to be asked again. */
  retryMs?: number;
}

/** Undefined: the site must be asked. */
export async function knownRules(tx: ReadTx, url: string): Promise<SiteRules | undefined> {
  const kept = await findRobots(tx, new URL(url).origin);
  return kept && kept.expiresAt > tx.now ? (JSON.parse(kept.rules) as SiteRules) : undefined;
}

/** `before`: what was known before the site was asked. */
function rulesIn(answer: WebAnswer, before: SiteRules | undefined): { rules: SiteRules; keptMs: number } {
  const { robotsKeptMs, robotsRetryMs, agent } = articleLimits;
  // Once our network is back, no site should wait for the rest of the day.
  const lastMs = answer.kind === 'failure' && isOurNetwork(answer.reason) ? undefined : before?.retryMs;
  const retryMs = lastMs === undefined ? robotsRetryMs : Math.min(2 * lastMs, robotsKeptMs);
  const unknown = { rules: { ...allowsNothing, isUnknown: true as const, retryMs }, keptMs: retryMs };
  if (answer.kind === 'failure') return unknown;
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const text = new TextDecoder().decode(beginningOf(answer.body));
    return { rules: readRobots(text, agent), keptMs: robotsKeptMs };
  }
  // RFC 9309 §2.3.1.3: a site without such a file allows everything. After a 429 its rules are unknown.
  return status >= 400 && status < 500 && status !== 429
    ? { rules: allowsAll, keptMs: robotsKeptMs }
    : unknown;
}

/** As much as counts, in whole lines: half of a rule may forbid what the whole one does not. */
function beginningOf(body: Uint8Array): Uint8Array {
  const { robotsBytes } = articleLimits;
  if (body.length <= robotsBytes) return body;
  const beginning = body.subarray(0, robotsBytes);
  return beginning.subarray(0, 1 + Math.max(beginning.lastIndexOf(10), beginning.lastIndexOf(13)));
}

/** Fetches the rules for an address under the lease of its host, and releases it: the address itself waits for the next turn. */
export async function askRobots(equipment: Equipment, lease: Lease, url: string): Promise<void> {
  const { origin } = new URL(url);
  const answer = await callOnce(equipment, {
    url: `${origin}/robots.txt`,
    accept: 'text/plain,*/*;q=0.5',
    maxBytes: articleLimits.pageBytes,
    timeoutMs: articleLimits.requestMs,
  });
  await equipment.store.write(async (tx) => {
    // If we broke the request off, it says nothing about the site.
    if (!equipment.closing.aborted && (await holdsLease(tx, lease))) {
      const before = await findRobots(tx, origin);
      const { rules, keptMs } = rulesIn(answer, before && JSON.parse(before.rules));
      await keepRobots(tx, { origin, rules: JSON.stringify(rules), expiresAt: tx.now + keptMs });
    }
    await giveBack(tx, { lease, answer, gapMs: equipment.limits.gapMs });
  });
}
