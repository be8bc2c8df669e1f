// Tests that whoever breaks something in the background learns it from the test that fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBoth, testLog } from './test-log.ts';

const broken = '{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"recording failed"}\n';

test('of a test that has failed the errors are printed at its end, and nothing else', () => {
  const { log, printed, end } = aTest({ passed: false, level: '' });
  log.error('recording failed');
  log.info('visit');
  assert.equal(printed(), '');
  end();
  assert.equal(printed(), broken);
});

test('of a test that has passed nothing is printed', () => {
  const { log, printed, end } = aTest({ passed: true, level: '' });
  log.error('recording failed');
  end();
  assert.equal(printed(), '');
});

test('with a level everything from that level on is printed at once', () => {
  const { log, printed } = aTest({ passed: true, level: 'warn' });
  log.info('visit');
  log.error('recording failed');
  assert.equal(printed(), broken);
});

test('what is written to two places is in both', () => {
  const [one, other] = [aTest({ passed: true, level: 'warn' }), aTest({ passed: true, level: 'error' })];
  const log = inBoth(one.log, other.log);
  log.warn('visit');
  log.error('recording failed');
  assert.match(one.printed(), /"visit".*\n.*"recording failed"/);
  assert.equal(other.printed(), broken);
});

function aTest({ passed, level }: { passed: boolean; level: string }) {
  let text = '';
  let end = (): void => {};
  const after = (hook: () => void): void => {
    end = hook;
  };
  const print = (more: string): void => {
    text += more;
  };
  const log = testLog({ passed, after }, { now: () => 0, print, level });
  return { log, printed: () => text, end: () => end() };
}
