// Whether people are there: what the threads of one process tell each other, so that chores can wait for them.
import type { Clock } from './clock.ts';

/** Whoever reads asks again within it; apps that look for news in the background do so seldom. */
const HERE_MS = 2_000;

/** Places of the shared memory. */
const WAITING = 0;
const ASKED_AT = 1;
const CHORES_WAITING = 2;
const PLACES = 3;

/** What is known of people, in every thread that was given the memory. */
export interface People {
  /** Handed to other threads, which open it again. */
  memory: SharedArrayBuffer;
  /** Somebody has asked for something. */
  asked(): void;
  /** Whether somebody has asked in the last seconds. */
  areHere(): boolean;
  /** Somebody waits for the lock of the database until the answer is called. */
  wait(): () => void;
  /** Whether somebody waits for the lock just now. */
  areWaiting(): boolean;
  /** A chore waits for it until the answer is called. */
  choreWaits(): () => void;
  areChoresWaiting(): boolean;
}

/** `memory` of another thread's; a new one when left out. */
export function openPeople(
  clock: Clock,
  memory = new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT),
): People {
  const places = new Int32Array(memory);
  const waitAt = (place: number) => {
    Atomics.add(places, place, 1);
    return () => {
      Atomics.sub(places, place, 1);
    };
  };
  return {
    memory,
    // The lowest bits of the time, for a place holds 32: they come round every 49 days.
    asked: () => Atomics.store(places, ASKED_AT, clock.now() | 0),
    areHere: () => ((clock.now() | 0) - Atomics.load(places, ASKED_AT)) >>> 0 < HERE_MS,
    wait: () => waitAt(WAITING),
    areWaiting: () => Atomics.load(places, WAITING) > 0,
    choreWaits: () => waitAt(CHORES_WAITING),
    areChoresWaiting: () => Atomics.load(places, CHORES_WAITING) > 0,
  };
}
