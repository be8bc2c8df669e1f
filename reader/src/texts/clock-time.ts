// The length of a recording, and the place in it, as players show them.

/** 754 → "12:34". */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = [Math.floor((whole % 3600) / 60), whole % 60].map((each) => String(each).padStart(2, '0'));
  return hours > 0 ? `${hours}:${rest.join(':')}` : rest.join(':').replace(/^0/, '');
}
