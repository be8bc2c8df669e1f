// Text → time: reads the dates that feeds write, with the mistakes that they make.

import {
  bare,
  monthOf,
  withoutArabic,
  withoutCroatian,
  withoutThai,
  withoutVietnamese,
  zoneOf,
} from './date-words.ts';
import { limits } from './limits.ts';

interface Parts {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  ms?: number;
  /** Minutes east of Greenwich. */
  zone?: number;
}

/** What is later was not meant as a date. */
const LAST_YEAR = 2200;

/** Milliseconds since the epoch; undefined when no date can be made out. A missing zone is read as GMT. */
export function parseDate(written: string | undefined): number | undefined {
  if (written === undefined || written.length > limits.dateChars) return undefined;
  const text = plain(written);
  if (text === '') return undefined;
  const parts = iso(text) ?? ordinal(text) ?? numeric(text) ?? wordy(text);
  return parts === undefined ? unixTime(text) : toTime(parts);
}

/** Replaces East Asian date words with separators and dashes of all kinds with a hyphen; removes RFC 822 comments and accents. */
function plain(written: string): string {
  const signs = written
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[‐-―−]/g, '-')
    // With a mark of direction before the slash it is Arabic, where the day comes first.
    .replace(/\u200f\//g, '.')
    // A Monday, and a Sunday.
    .replace(/(?<=일 )[월일](?= )/g, '')
    .replace(/\s*[년年]\s*/g, '-')
    .replace(/\s*[월月]\s*/g, '-')
    .replace(/\s*[일日]/g, ' ')
    .replace(/\s*[시時点點分분]\s*/g, ':')
    .replace(/\s*[초秒]/g, ' ')
    .replace(/오전|上午|午前|π\.μ\./g, ' am ')
    .replace(/오후|下午|午後|μ\.μ\./g, ' pm ');
  // A weekday before an ISO date is in no standard, and says nothing.
  return (
    withoutCroatian(withoutArabic(bare(withoutVietnamese(withoutThai(signs)))))
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
      .replace(/^\p{L}+[.,]* (?=\d{4}[-/.])/u, '')
      // As Hungarians and Koreans write it.
      .replace(/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.(?!\d)/, '$1-$2-$3')
      // `10h30`
      .replace(/(?<=(?<![:\d])\d{1,2}) ?h ?(?=\d\d(?!\d))/, ':')
  );
}

/** ISO 8601 and W3C-DTF with their gaps: `2004`, `2004-01`, `20040105`, `2004-1-5 9:15`, `2004-01-05T09:15:30,5+01`. */
function iso(text: string): Parts | undefined {
  // A day may have a zone and no time: `2004-01-05-08:00`.
  const spaced =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:(?=[+-]\d{2}:?\d{2}$)|[^\d.-]|$)(.*)$/.exec(text);
  const packed = /^(\d{4})(\d{2})(\d{2})(?:[t ]?(\d{2})(\d{2})(\d{2})?)?(\D.*)?$/.exec(text);
  if (packed !== null) {
    const [, year, month, day, hour, minute, second = '00', rest = ''] = packed;
    const time = hour === undefined ? rest : `${hour}:${minute}:${second}${rest}`;
    return { year: Number(year), month: Number(month) - 1, day: Number(day), ...timeIn(time) };
  }
  if (spaced === null) return undefined;
  const [, year, month, day, rest] = spaced;
  // `2004-march-13` and `2004 Mar 13` are left to `wordy`.
  if (month === undefined && rest !== '') return undefined;
  return { year: Number(year), month: Number(month ?? 1) - 1, day: Number(day ?? 1), ...timeIn(rest ?? '') };
}

/** ISO 8601 ordinal (`2003-335`) and week (`2003-W49-1`) dates. */
function ordinal(text: string): Parts | undefined {
  const days = /^(\d{4})-?(\d{3})(?:t(.*))?$/.exec(text);
  if (days !== null) {
    const year = Number(days[1]);
    const date = dayOfYear(year, Number(days[2]));
    return date.year === year ? { ...date, ...timeIn(days[3] ?? '') } : undefined;
  }
  const week = /^(\d{4})-?w(\d{2})(?:-?(\d))?(?:t(.*))?$/.exec(text);
  if (week === null) return undefined;
  const year = Number(week[1]);
  // The first week of a year is the one with 4 January in it.
  const monday = 4 - ((new Date(Date.UTC(year, 0, 4)).getUTCDay() + 6) % 7);
  const day = monday + (Number(week[2]) - 1) * 7 + Number(week[3] ?? 1) - 1;
  return { ...dayOfYear(year, day), ...timeIn(week[4] ?? '') };
}

/** The first day is 1. The days of a week may be of the year before or after. */
function dayOfYear(ofYear: number, ordinalDay: number): Parts {
  const date = new Date(Date.UTC(ofYear, 0, ordinalDay));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** `31.12.2004`, `31. 12. 2004`, `12/31/2004`, `31/12/04`, `31 12 2004`: with slashes the month comes first unless that cannot be, or the year is Thai. */
function numeric(text: string): Parts | undefined {
  const found = /^(?:\p{L}+\.?,? )?(\d{1,2})([./ -]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?:[^\d](.*))?$/u.exec(text);
  if (found === null) return undefined;
  const first = Number(found[1]);
  const second = Number(found[3]);
  const dayFirst = found[2] !== '/' || first > 12 || Number(found[4]) > LAST_YEAR;
  const [day, month] = dayFirst && second <= 12 ? [first, second] : [second, first];
  return { year: fullYear(found[4] ?? ''), month: month - 1, day, ...timeIn(found[5] ?? '') };
}

/** A time with its offset; without it, only day, month and year are left of a date. */
const clock =
  /\d{1,2}:\d{1,2}(?::\d{1,2}(?:[.,]\d+)?)?(?: ?[a-z]{1,5}(?=[+-]\d))?(?: ?[+-] ?\d{1,2}(?::?\d{2})?(?!\d))?/;

/** RFC 822, asctime and prose: whatever the order, a month has a name, a year four digits, a time a colon. */
function wordy(written: string): Parts | undefined {
  // Danes, Finns and Indonesians write `14.30`.
  const text = written.includes(':')
    ? written
    : written.replace(/(?<![\d.])(\d{1,2})\.(\d{2})(?![\d.])/, '$1:$2');
  const date = text.replace(clock, ' ');
  const at = text.search(clock);
  // A zone may look like a month (`2 jan 2004 10:00 NOVT`), but it follows the time: a month before the time wins.
  const isEarly = /\d/.test(text.slice(0, Math.max(at, 0)));
  const month = (isEarly ? lastMonth(date, at) : undefined) ?? lastMonth(date);
  if (month === undefined) return undefined;
  const numbers = Array.from(date.matchAll(/\d+/g), ([digits]) => digits).filter(
    (digits) => digits.length <= 4,
  );
  const year =
    numbers.find((digits) => digits.length === 4) ?? (numbers.length > 1 ? numbers.at(-1) : undefined);
  if (year === undefined) return undefined;
  const day = numbers.find((digits) => digits !== year && digits.length <= 2);
  const time = at === -1 ? {} : timeIn(text.slice(at));
  return { year: fullYear(year), month, day: Number(day ?? (year.length === 2 ? year : 1)), ...time };
}

/**
 * The last month before `end` that a number follows, because a weekday may look like one but comes first or at the end: `mar., 02 janv. 2004`,
 * `15 Ocak 2024 Pazartesi`.
 */
function lastMonth(date: string, end = date.length): number | undefined {
  const lastDigit = date.search(/\d\D*$/);
  const months = Array.from(date.slice(0, end).matchAll(/\p{L}{3,}/gu), ({ 0: word, index }) => ({
    month: monthOf(word),
    index,
  })).filter(({ month }) => month !== undefined);
  return (months.findLast(({ index }) => index < lastDigit) ?? months.at(-1))?.month;
}

/** RFC 2822 §4.3: two digits below 50 are of this century, three digits are years since 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.length === 3 ? 1900 + year : year;
}

/** `am` counts only where no letters follow, or those of a zone (`amEST`): `12:00 AMT` and `12:00 America/New_York` are not mornings. */
const timeOfDay =
  /(\d{1,2})(?:[:.](\d{1,2}))?(?:[:.](\d{1,2}))?(?:[.,](\d+))?\s*(?:([ap])\.?m\.?(?=(?:z|utc|gmt|[ecmp][sd]t)?(?![a-z])))?(.*)$/;

function timeIn(written: string): Partial<Parts> {
  // Drupal puts a dash between date and time, `12/31/2004 - 20:14`: it does not start an offset.
  const text = written.replace(/^ ?- (?=\d{1,2}:)/, '');
  const found = timeOfDay.exec(text);
  const zone = zoneIn(found === null ? text : (found[6] ?? ''));
  // `+01:00` alone and `gmt+1` have digits, but no time.
  if (found === null || /[+-]$/.test(text.slice(0, found.index).trimEnd()))
    return { zone: zoneIn(text) ?? 0 };
  const half = found[5] ?? /(?:^|\s)([ap])m\s*$/.exec(text.slice(0, found.index))?.[1];
  let hour = Number(found[1]);
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  const ms = found[4] === undefined ? 0 : Math.floor(Number(`0.${found[4]}`) * 1000);
  return { hour, minute: Number(found[2] ?? 0), second: Number(found[3] ?? 0), ms, zone: zone ?? 0 };
}

function zoneIn(text: string): number | undefined {
  const offset = /([+-])\s?(\d{1,2})(?::?(\d{2}))?(?!\d)/.exec(text);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    // The world's clocks lie within 14 hours of Greenwich; more is a mistake.
    if (minutes > 14 * 60) return 0;
    return offset[1] === '-' ? -minutes : minutes;
  }
  // Of a place (`america/new_york`) the tables of Intl know what its clocks showed; but these would stay in memory.
  for (const word of text.match(/[a-z]+/g) ?? []) {
    const zone = zoneOf(word);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** Seconds or milliseconds since the epoch, told apart by their size: nine digits of seconds begin in 1973. */
function unixTime(text: string): number | undefined {
  if (!/^\d{9,13}(\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const time = Math.floor(number < 1e11 ? number * 1000 : number);
  return time < Date.UTC(LAST_YEAR + 1) ? time : undefined;
}

function toTime(parts: Parts): number | undefined {
  const { month, day, hour = 0, minute = 0, second = 0, ms = 0, zone = 0 } = parts;
  // Thais count from the Buddha's death: 2567 is 2024.
  const year = parts.year > 2540 && parts.year < 2600 ? parts.year - 543 : parts.year;
  // Year 1 is what .NET writes for no date at all.
  if (year < 1900 || year > LAST_YEAR || month < 0 || month > 11 || day < 1) return undefined;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  if (day > lastDay) return undefined;
  // A leap second and the end of a day as hour 24 roll over by themselves; a time beyond them is ignored.
  if (hour > 24 || minute > 59) return Date.UTC(year, month, day);
  return Date.UTC(year, month, day, hour, minute - zone, second > 60 ? 0 : second, ms);
}
