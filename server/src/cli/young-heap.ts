// Keeps the young generation of V8's heap small, because its memory is held whether it is used or not.
import { setFlagsFromString } from 'node:v8';

/** The size of one semi-space, with which threads begin; with V8's 1 MB, and even with 2, much of what a visit holds is taken for old. */
const THREADS_HALF_MB = 4;

/**
 * V8 doubles the young heap again and again where much of it survives, as it does while a program is loaded, and hardly ever
 * shrinks it again: a service that had answered a few lists held 110 MB more, and was no faster. For the main thread the
 * size itself can only be set on the command line. Takes effect at the next growth, so call it before anything is loaded.
 */
export function boundYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--min-semi-space-size=${THREADS_HALF_MB}`);
}
