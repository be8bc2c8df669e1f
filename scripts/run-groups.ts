// Runs groups of test files, several at once, and those that go by real time a second time.
import { type GroupResult, runGroup, type TestGroup } from './run-group.ts';
import { usesBrowser } from './test-groups.ts';

/** With more tests that fail than these, something is broken, and a second try only takes time. */
const MOST_AGAIN = 3;

/** How a group has ended. */
export interface Ended extends GroupResult {
  group: TestGroup;
  /** Its files that passed only at their second try. */
  second: readonly string[];
}

/** One queue, so that no processor is idle while others still have work. Tells each report as it comes. */
export async function runGroups(
  groups: readonly TestGroup[],
  atOnce: number,
  tell: (report: string) => void,
): Promise<Ended[]> {
  const queue = groups.values();
  const first: Ended[] = [];
  const runInTurn = async (): Promise<void> => {
    for (const group of queue) {
      const result = await runGroup(group);
      tell(result.report);
      first.push({ ...result, group, second: [] });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runInTurn));
  if (first.reduce((sum, { failed }) => sum + failed, 0) > MOST_AGAIN) return first;
  const ended: Ended[] = [];
  for (const each of first) ended.push(goesByRealTime(each) ? await tryAgain(each, tell) : each);
  return ended;
}

/**
 * A page, its browser and the driver of that go by real time: where others stop the machine for seconds, a test of them may fail that is right.
 * All other tests have their own clock.
 */
function goesByRealTime({ group, failedFiles }: Ended): boolean {
  return failedFiles.length > 0 && failedFiles.every((file) => usesBrowser(group.root, file));
}

/** Alone: all others have ended. */
async function tryAgain(before: Ended, tell: (report: string) => void): Promise<Ended> {
  const { group, passed, failed, failedFiles } = before;
  const again = await runGroup({ ...group, files: failedFiles });
  tell(again.report);
  return again.failed > 0 ? before : { ...before, passed: passed + failed, failed: 0, second: failedFiles };
}
