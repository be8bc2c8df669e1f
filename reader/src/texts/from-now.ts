// How long ago something was, or how soon it will be, in words that stay true while the page is open.
import { signal } from '@preact/signals';
import { dayKey } from './dates.ts';
import { locale } from './translate.ts';

const looks = signal(0);

/** Draws again what has called `timeNow`. */
export function lookAtClock(): void {
  looks.value++;
}

/** Now. A component that calls this is drawn again every minute (`follow-day.ts`). */
export function timeNow(): number {
  void looks.value;
  return Date.now();
}

/** "4 minutes ago", "in 12 minutes", "yesterday". */
export function fromNow(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 36 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  // Days of the calendar: "yesterday" is no number of hours. One in which clocks change is an hour longer or shorter.
  return relative.format(Math.round((dayKey(at) - dayKey(now)) / 86_400_000), 'day');
}
