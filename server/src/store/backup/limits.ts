// How backups are made, and who may read them.

/** A backup holds what signs people in: nobody but its owner reads it. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** Bytes of a file that are copied between two looks at whether to stop. */
export const COPIED_AT_ONCE = 16_777_216;
