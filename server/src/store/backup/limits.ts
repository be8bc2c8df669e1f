// How backups are made.

/** Bytes of a file that are copied between two looks at whether to stop. */
export const COPIED_AT_ONCE = 16_777_216;
