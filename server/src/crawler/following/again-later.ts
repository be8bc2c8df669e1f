// Whether following an address that has failed is worth another attempt.
import { isOurNetwork, type Outcome } from '../../model/visit.ts';
import { importing } from '../limits.ts';

interface Failed {
  outcome: Outcome;
  /** Retry-After of the answer (RFC 9110 §10.2.3). */
  retryAfterMs: number | undefined;
}

/**
 * When to try again after a failure that may pass; undefined for any other. Where nobody was asked, every other site would be as far away:
 * without a network, or with a resolver that is away, a whole list of feeds would fail within a minute.
 */
export function againLater({ outcome, retryAfterMs = 0 }: Failed): number | undefined {
  const isPassing =
    (outcome.kind === 'refused' && outcome.why === 'too-many') ||
    (outcome.kind === 'unreachable' && (isOurNetwork(outcome.reason) || passing.has(outcome.reason)));
  return isPassing ? Math.max(retryAfterMs, importing.againMs) : undefined;
}

const passing: ReadonlySet<string> = new Set([
  'server-error',
  'headers-timeout',
  'body-timeout',
  'deadline',
  'reset',
  'resting',
  'aborted',
  'cut-short',
  'our-fault',
]);
