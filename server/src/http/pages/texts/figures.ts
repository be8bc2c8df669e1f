// Days and numbers as each language writes them. Intl could do it, but keeps the 8 MB that it loads for its first date.
import type { Language } from './choice.ts';

interface Writing {
  months: readonly string[];
  day(day: number, month: string, year: number): string;
  /** The separator of thousands. */
  thousands: string;
}

const writings: Readonly<Record<Language, Writing>> = {
  en: {
    months: words('January February March April May June July August September October November December'),
    day: (day, month, year) => `${day} ${month} ${year}`,
    thousands: ',',
  },
  de: {
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    day: (day, month, year) => `${day}. ${month} ${year}`,
    thousands: '.',
  },
  fr: {
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    // Only the first of a month is an ordinal.
    day: (day, month, year) => `${day === 1 ? '1er' : day} ${month} ${year}`,
    thousands: '\u202f',
  },
  es: {
    months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    day: (day, month, year) => `${day} de ${month} de ${year}`,
    thousands: '.',
  },
  ja: {
    months: words('1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月'),
    day: (day, month, year) => `${year}年${month}${day}日`,
    thousands: ',',
  },
  ar: {
    months: words('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'),
    day: (day, month, year) => `${day} ${month} ${year}`,
    thousands: ',',
  },
};

/** The date of a moment in UTC: a page without script does not know the reader's time zone. */
export function dayIn(language: Language, timeMs: number): string {
  const { months, day } = writings[language];
  const date = new Date(timeMs);
  return day(date.getUTCDate(), months[date.getUTCMonth()] ?? '', date.getUTCFullYear());
}

/** A whole number, as a count. */
export function numberIn(language: Language, number: number): string {
  const digits = String(number);
  // Spanish separates thousands only from five digits on (RAE, Ortografía VIII.2.1.1).
  if (digits.length < (language === 'es' ? 5 : 4)) return digits;
  return digits.replace(/\B(?=(?:\d{3})+$)/g, writings[language].thousands);
}

function words(text: string): string[] {
  return text.split(' ');
}
