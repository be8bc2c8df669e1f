// What a visit has found that failed for a reason of ours.
import type { Finding } from './finding.ts';

export function ourFault(at: number): Finding {
  return {
    startedAt: at,
    endedAt: at,
    facts: { status: undefined, hints: { maxAgeMs: undefined, retryAfterMs: undefined } },
    permanentUrl: undefined,
    found: { kind: 'failed', outcome: { kind: 'unreachable', reason: 'our-fault' } },
  };
}
