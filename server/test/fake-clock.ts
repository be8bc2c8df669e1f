// A clock that stands still until a test moves it, and then fires what is due in order.
import assert from 'node:assert/strict';
import type { Clock } from '../src/clock.ts';
import { isPostgresBusy, postgresAnswered, watchPostgres } from './busy-postgres.ts';

export interface FakeClock extends Clock {
  /**
   * Advances the time by `ms`. Each due timer is called at its own time, and what it starts gets a chance to settle before the next
   * one: timers that this sets within the stretch are called as well.
   */
  advance(ms: number): Promise<void>;
  /** Advances the time at once, like a machine that was asleep: what fell due meanwhile is called once, at the end. */
  sleep(ms: number): Promise<void>;
  /** Sets the time, as a time server would: timers go on as before, and nothing falls due because of it. */
  set(timeMs: number): void;
  /** Lets promises settle that need no time. */
  settle(): Promise<void>;
  /** How many timers wait. */
  readonly pending: number;
}

/** Turns of the event loop that settling takes: enough for a chain of store calls, and quick if nothing waits. */
const TURNS = 25;

const LONGEST_MS = 2 ** 31 - 1;

export function fakeClock(startMs = Date.UTC(2026, 0, 5, 12)): FakeClock {
  let now = startMs;
  let lastId = 0;
  const timers = new Map<number, { at: number; fn: () => void }>();

  const nextDue = (until: number): number | undefined => {
    let best: { id: number; at: number } | undefined;
    for (const [id, { at }] of timers) {
      if (at <= until && (best === undefined || at < best.at)) best = { id, at };
    }
    return best?.id;
  };

  return {
    now: () => now,
    after(delayMs, fn) {
      if (!(delayMs <= LONGEST_MS)) throw new Error(`Node would fire a timer of ${delayMs} ms at once`);
      const id = ++lastId;
      timers.set(id, { at: now + Math.max(0, delayMs), fn });
      return () => {
        timers.delete(id);
      };
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let id = nextDue(until); id !== undefined; id = nextDue(until)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer === undefined) continue;
        now = Math.max(now, timer.at);
        timer.fn();
        await settle();
      }
      now = until;
      await settle();
    },
    async sleep(ms) {
      await settle();
      now += ms;
      await this.advance(0);
    },
    set(timeMs) {
      for (const timer of timers.values()) timer.at += timeMs - now;
      now = timeMs;
    },
    settle,
    get pending() {
      return timers.size;
    },
  };
}

/** A task that is not over by then never ends. */
const MOST_STEPS = 2_000;

/** Waits for a task, and moves the clock while something waits for that: compressing a document happens in other threads and takes no time of this clock. */
export async function whileTimePasses<T>(clock: FakeClock, task: Promise<T>, stepMs = 500): Promise<T> {
  let isOver = false;
  const over = task.finally(() => {
    isOver = true;
  });
  // A failure is reported by whoever waits for the result.
  over.catch(() => {});
  await clock.settle();
  for (let steps = 0; !isOver; ) {
    assert.ok(steps < MOST_STEPS, 'The task does not end');
    if (clock.pending === 0) await clock.settle();
    else {
      await clock.advance(stepMs);
      steps++;
    }
  }
  return over;
}

if (process.env.COURANT_TEST_POSTGRES) watchPostgres();

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isPostgresBusy()) continue;
    await postgresAnswered();
    turn = 0;
  }
}
