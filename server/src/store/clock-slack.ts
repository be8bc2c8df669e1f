// How far clocks may differ before one of them counts as wrong.

/** Nodes follow the clock of the database and differ by less: what lies further ahead was written by a clock that was ahead. */
export const clockSlackMs = 3_600_000;
