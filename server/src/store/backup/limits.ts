// Limits for making backups.

/** Bytes of a file that are copied between two checks for a signal to stop. */
export const COPIED_AT_ONCE = 16_777_216;
