// The threads in which names are looked up, bodies unpacked and passwords hashed: more of them than Node's four.
import { preferThreads } from '../config.ts';

/**
 * The crawler looks up names for fifty hosts at once, and libuv leaves at most half of its threads to look-ups, because
 * a resolver may keep each of them for many seconds: with four threads, two dead names hold up every other visit and every
 * body that is to be unpacked. A thread that has nothing to do costs 7 KB.
 */
const THREADS = 128;

/** Takes effect only before the first use of the pool. What the operator has set stands. */
export function widenThreadPool(): void {
  preferThreads(THREADS);
}
