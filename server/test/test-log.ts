// What a house under test logs. The crawler goes on after an error, so its test fails elsewhere, and without the reason.
import { type Log, logFrom, openLog } from '../src/log.ts';

/** A TestContext: its types do not know `passed`. */
interface EndingTest {
  after(hook: () => void): void;
  passed?: boolean;
}

interface TestLogOptions {
  now: () => number;
  print?: (text: string) => void;
  /** From which level on everything is printed at once. */
  level?: string | undefined;
}

/** Prints the errors if the test fails. COURANT_TEST_LOG=info (or another level) prints everything from that level on, at once. */
export function testLog(
  t: EndingTest,
  { now, print = (text) => process.stderr.write(text), level = process.env.COURANT_TEST_LOG }: TestLogOptions,
): Log {
  const chosen = (['debug', 'info', 'warn', 'error'] as const).find((each) => each === level);
  if (chosen !== undefined) return openLog({ level: chosen, now, write: print });
  const errors: string[] = [];
  t.after(() => {
    if (!t.passed) print(errors.join(''));
  });
  return openLog({ level: 'error', now, write: (line) => errors.push(line) });
}

/** A log that is written to two places. */
export function inBoth(one: Log, other: Log): Log {
  return logFrom('debug', (level, event, facts) => {
    one[level](event, facts);
    other[level](event, facts);
  });
}
