// Dates and times as people say them, in the language of the page.
import { locale, t } from './translate.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

export function timeOfDay(at: number): string {
  return format(at, { hour: 'numeric', minute: '2-digit' });
}

export function longDay(at: number): string {
  return format(at, longDayParts(at));
}

export function shortDay(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return format(at, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
}

export function dayAndTime(at: number): string {
  return format(at, { ...longDayParts(at), hour: 'numeric', minute: '2-digit' });
}

/** A day that can be compared: the same for two moments of the same day here. */
export function dayKey(at: number): number {
  const date = new Date(at);
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** "Today", "Yesterday", or nothing where the date says more. */
export function dayName(at: number, now: number): string | undefined {
  if (dayKey(at) === dayKey(now)) return t('list.today');
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return dayKey(at) === dayKey(yesterday.getTime()) ? t('list.yesterday') : undefined;
}

/** "4 minutes ago", "in 12 minutes". */
export function fromNow(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 36 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}

/** 754 → "12:34". */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = [Math.floor((whole % 3600) / 60), whole % 60].map((each) => String(each).padStart(2, '0'));
  return hours > 0 ? `${hours}:${rest.join(':')}` : rest.join(':').replace(/^0/, '');
}

function longDayParts(at: number): Intl.DateTimeFormatOptions {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  };
}

function format(at: number, options: Intl.DateTimeFormatOptions): string {
  const language = locale();
  const key = language + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known.format(at);
}
