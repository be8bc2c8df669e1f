// What somebody has asked for that covers the page or is typed into: a dialog, or a field that may still be loading.
import { signal } from '@preact/signals';

type Dialog = 'keys' | 'palette';

export const openDialog = signal<Dialog | undefined>(undefined);
/** What was typed for a field that a key has asked for, until the field is there; undefined when there is none to wait for. */
export const typedAhead = signal<string | undefined>(undefined);
