// For tests only: a web with short limits that may dial 127.0.0.1.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { parseAllowList } from '../allowed-addresses.ts';
import {
  openWeb,
  type Web,
  type WebFailure,
  type WebOptions,
  type WebRequest,
  type WebResponse,
} from '../web.ts';

export interface TestWeb extends Web, AsyncDisposable {
  /** Throws unless there is a response. */
  get(url: string, request?: Partial<WebRequest>): Promise<WebResponse>;
  /** Throws unless the fetch fails. */
  fail(url: string, request?: Partial<WebRequest>): Promise<WebFailure>;
}

type TestWebOptions = Partial<Omit<WebOptions, 'allow'>> & { allow?: string };

/** Enough for a connection, a question and the beginning of an answer. */
const TURNS = 20;

/**
 * Short limits end only waits in which nothing comes: after a while without the processor, all timers fire before anything is read that
 * has come meanwhile.
 */
const patientClock: Clock = {
  ...systemClock,
  after(delayMs, act) {
    let isCancelled = false;
    const cancel = systemClock.after(delayMs, async () => {
      for (let turn = 0; turn < TURNS && !isCancelled; turn++) await nextTurn();
      if (!isCancelled) act();
    });
    return () => {
      isCancelled = true;
      cancel();
    };
  },
};

export function openTestWeb({ allow = '127.0.0.1', ...options }: TestWebOptions = {}): TestWeb {
  const allowed = parseAllowList(allow);
  if ('mistakes' in allowed) throw new Error(allowed.mistakes.join('; '));
  const web = openWeb({
    clock: patientClock,
    userAgent: 'Courant/1 (+https://courant.test/bot)',
    ...options,
    allow: allowed,
  });
  return {
    ...web,
    async get(url, request) {
      const answer = await web.fetch({ ...request, url });
      if (answer.kind === 'response') return answer;
      throw new Error(`${answer.reason}: ${answer.detail}`);
    },
    async fail(url, request) {
      const answer = await web.fetch({ ...request, url });
      if (answer.kind === 'failure') return answer;
      throw new Error(`answered ${answer.status}`);
    },
    [Symbol.asyncDispose]: () => web.close(),
  };
}
