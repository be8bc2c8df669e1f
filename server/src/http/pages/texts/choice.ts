// Which language a page uses: the one chosen in the reader, or else the first of the browser's languages that we have.

/** The languages that we have. */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;

export type Language = (typeof languages)[number];

/** No browser sends a longer list; the rest is ignored. */
const MAX_WANTED = 20;

/**
 * The chosen language, if we have it; otherwise the best of an `Accept-Language` (RFC 9110 §12.5.4): by weight, then by position; for
 * `de-AT`, the `de` counts.
 */
export function chooseLanguage(wanted: string | null, chosen = ''): Language {
  if (isLanguage(chosen)) return chosen;
  const tags = (wanted ?? '').split(',', MAX_WANTED).map(readTag);
  const byWeight = tags.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { name } of byWeight) {
    // Any language will do, and English is the one that most people can read if their own is missing.
    if (name === '*') return 'en';
    if (isLanguage(name)) return name;
  }
  return 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** `de-AT;q=0.8`. An unreadable weight counts as 0. */
function readTag(text: string): { name: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
  return {
    name: tag.split('-')[0] ?? '',
    weight: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
  };
}

function isLanguage(name: string): name is Language {
  return (languages as readonly string[]).includes(name);
}
