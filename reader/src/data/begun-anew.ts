// Tells whether the copy in this browser was thrown away meanwhile.
import { signal } from '@preact/signals';

/** Raised when the copy has started anew: what was known of items may be wrong, and some of them are gone. */
export const begunAnew = signal(0);
