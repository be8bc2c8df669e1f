// Times as apps of older protocols write them: in seconds, or in whatever their author took for it.

/**
 * Milliseconds of a number whose unit its size tells: seconds, milliseconds, microseconds, nanoseconds. `end` gives the last
 * millisecond of it, which is what is meant where an app names the second of the newest item that it has shown. Undefined for what is
 * no time: nothing, 0, a negative number.
 */
export function readTime(text: string | undefined, { end = false } = {}): number | undefined {
  const digits = text?.trim() ?? '';
  if (!/^\d{1,25}$/.test(digits)) return undefined;
  const number = Number(digits);
  if (number === 0) return undefined;
  // Seconds have 10 digits until the year 2286.
  const { length } = digits.replace(/^0+/, '');
  if (length <= 11) return number * 1_000 + (end ? 999 : 0);
  if (length <= 14) return number;
  return Math.floor(number / (length <= 17 ? 1_000 : 1_000_000));
}
