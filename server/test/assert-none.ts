// Asserts that a rule is kept everywhere; where it is not, says where and what to do.
import assert from 'node:assert/strict';

/** `advice`: what somebody should do who has never seen the rule. */
export function assertNone(breaches: readonly string[], advice: string): void {
  if (breaches.length > 0) assert.fail(`${breaches.join('\n')}\n\n${advice}`);
}
