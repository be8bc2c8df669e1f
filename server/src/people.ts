// Whether people are using the service: the threads of one process share this, so that background work can wait for them.
import type { Clock } from './clock.ts';

/** A person who reads sends the next request within this time; apps that poll in the background rarely do. */
const HERE_MS = 2_000;

/** Indices into the shared memory. */
const WAITING = 0;
const ASKED_AT = 1;
const CHORES_WAITING = 2;
const PLACES = 3;

/** What is known about people, in every thread that was given the memory. */
export interface People {
  /** Passed to other threads, which open it again. */
  memory: SharedArrayBuffer;
  /** Somebody has sent a request. */
  asked(): void;
  /** Whether somebody has sent a request in the last seconds. */
  areHere(): boolean;
  /** Somebody waits for the lock of the database until the result is called. */
  wait(): () => void;
  /** Whether somebody is waiting for the lock. */
  areWaiting(): boolean;
  /** A chore waits for the lock until the result is called. */
  choreWaits(): () => void;
  areChoresWaiting(): boolean;
}

/** `memory`: that of another thread; default: new memory. */
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
    // The low 32 bits of the time, as a place holds no more: they repeat every 49 days.
    asked: () => Atomics.store(places, ASKED_AT, clock.now() | 0),
    areHere: () => ((clock.now() | 0) - Atomics.load(places, ASKED_AT)) >>> 0 < HERE_MS,
    wait: () => waitAt(WAITING),
    areWaiting: () => Atomics.load(places, WAITING) > 0,
    choreWaits: () => waitAt(CHORES_WAITING),
    areChoresWaiting: () => Atomics.load(places, CHORES_WAITING) > 0,
  };
}
