// Times as apps of older protocols send them: in seconds, or in whatever unit their author assumed.

/**
 * Milliseconds of a number whose unit is guessed from its size: seconds, milliseconds, microseconds or nanoseconds. `end` gives the last
 * millisecond of a second, which is meant where an app names the second of the newest item that it has shown; seconds with a fraction are
 * a moment. Undefined for anything that is not a time: nothing, 0, a negative number.
 */
export function readTime(text: string | undefined, { end = false } = {}): number | undefined {
  const [, digits, fraction] = /^(\d{1,25})(\.\d*)?$/.exec(text?.trim() ?? '') ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (number === 0) return undefined;
  // Seconds have 10 digits until the year 2286.
  const { length } = digits.replace(/^0+/, '');
  if (length <= 11 && fraction !== undefined) return Math.round(Number(digits + fraction) * 1_000);
  if (length <= 11) return number * 1_000 + (end ? 999 : 0);
  if (length <= 14) return number;
  const time = Math.floor(number / (length <= 17 ? 1_000 : 1_000_000));
  // PostgreSQL takes no more than 64 bits, and a number of 25 digits has more even so.
  return Math.min(time, Number.MAX_SAFE_INTEGER);
}
