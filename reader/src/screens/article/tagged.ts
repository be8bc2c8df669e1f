// How often tags were put on or taken off here: rows are no signals, except for what lists show of them.
import { signal } from '@preact/signals';

export const tagged = signal(0);
