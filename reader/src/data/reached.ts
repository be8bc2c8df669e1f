// Whether the service is there, as far as this page knows.
import { signal } from '@preact/signals';

/** Whether the service was reached the last time. */
export const isOnline = signal(navigator.onLine);
/** When the service last answered, in milliseconds since 1970. */
export const heardAt = signal(0);
/** Whether that is so long ago that the person should know. */
export const isStale = signal(false);
