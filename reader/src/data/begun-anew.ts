// Whether what this browser knew was thrown away meanwhile.
import { signal } from '@preact/signals';

/** Raised when the copy has begun anew: what was known of items before may be wrong, and some of them are gone. */
export const begunAnew = signal(0);
