// The part of V8's heap in which everything begins: kept small, for it is held whether it is used or not.
import { setFlagsFromString } from 'node:v8';

/** Of one half. Threads begin with it; with V8's 1 MB, and still with 2, much of what a visit holds would be taken for old. */
const THREADS_HALF_MB = 4;

/**
 * V8 doubles the young heap again and again where much of it survives, as it does while a program is loaded, and hardly ever
 * takes that back: a service that answers some lists held 110 MB more, and spent as much time. For the main thread the
 * size itself can be set on the command line only. Takes effect at the next growth, so it is called before anything is loaded.
 */
export function boundYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--min-semi-space-size=${THREADS_HALF_MB}`);
}
