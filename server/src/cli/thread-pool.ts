// The threads that look up names, unpack bodies and hash passwords: more of them than Node's four.
import { preferThreads } from '../config.ts';

/**
 * The crawler looks up names for fifty hosts at once, and libuv gives at most half of its threads to look-ups, because
 * a resolver may block each of them for many seconds: with four threads, two dead names hold up every other visit and every
 * body to be unpacked. An idle thread costs 7 KB.
 */
const THREADS = 128;

/** Takes effect only before the pool is first used. A size set by the operator is kept. */
export function widenThreadPool(): void {
  preferThreads(THREADS);
}
