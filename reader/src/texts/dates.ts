// Formats dates and times for people, in the language of the page.
import { signal } from '@preact/signals';
import { locale, t } from './translate.ts';

/** Those that were made so far, which keep the time zone of the device as it was then. */
export const formats = new Map<string, Intl.DateTimeFormat>();

/** `timeStyle` follows the locale: some write 09:41 and others 9:41. */
const time = { timeStyle: 'short' } as const;
const short = { day: 'numeric', month: 'short' } as const;
const long = { weekday: 'long', day: 'numeric', month: 'long' } as const;

export function timeOfDay(at: number): string {
  return format(at, 'time', time);
}

export function longDay(at: number): string {
  return isThisYear(at) ? format(at, 'long', long) : format(at, 'longAndYear', { ...long, year: 'numeric' });
}

export function shortDay(at: number): string {
  return isThisYear(at)
    ? format(at, 'short', short)
    : format(at, 'shortAndYear', { ...short, year: 'numeric' });
}

/** A moment of the day that it is. A component that reads it is drawn again after midnight (`follow-day.ts`). */
export const today = signal(Date.now());

/** The time, if it was today or, where the day stands above it, yesterday; otherwise the day. */
export function dayOrTime(at: number, isUnderDay = true): string {
  const isNear = isUnderDay ? dayName(at, today.value) : dayKey(at) === dayKey(today.value);
  return isNear ? timeOfDay(at) : shortDay(at);
}

/** Whether dates can be formatted without delay. */
export const areDatesReady = signal(false);

/** Makes the formats that a list needs. Until then it shows no dates: making them keeps a cheap phone busy for 100 ms. */
export async function prepareDates(pause: () => Promise<void>): Promise<void> {
  for (const use of [longDay, timeOfDay, shortDay]) {
    use(Date.now());
    await pause();
  }
  areDatesReady.value = true;
}

/** The beginning of a local day: the same for two moments of it. */
export function dayKey(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** "Today", "Yesterday", or undefined for any other day. */
export function dayName(at: number, now: number): string | undefined {
  if (dayKey(at) === dayKey(now)) return t('list.today');
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return dayKey(at) === dayKey(yesterday.getTime()) ? t('list.yesterday') : undefined;
}

function isThisYear(at: number): boolean {
  return new Date(at).getFullYear() === new Date(today.value).getFullYear();
}

/** Caches formats by `name`, which stands for the options: making one takes a thousand times as long as using it. */
function format(at: number, name: string, options: Intl.DateTimeFormatOptions): string {
  const key = name + locale();
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formats.set(key, known);
  return known.format(at);
}
