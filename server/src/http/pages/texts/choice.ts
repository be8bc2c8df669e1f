// Which language a page speaks: the one that was chosen in the reader, or else the first of the browser's that there is.

/** The languages that there are. */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;

export type Language = (typeof languages)[number];

/** Nobody reads so many: what comes after them is no browser's list. */
const MAX_WANTED = 20;

/**
 * What was chosen, if it is one of ours; or else the language of an `Accept-Language` (RFC 9110 §12.5.4): by its weight, then by
 * its place; of `de-AT` the `de` counts.
 */
export function chooseLanguage(wanted: string | null, chosen = ''): Language {
  if (isLanguage(chosen)) return chosen;
  const tags = (wanted ?? '').split(',', MAX_WANTED).map(readTag);
  const byWeight = tags.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { name } of byWeight) {
    // Any will do, and English is what most of those can read who get none of their own.
    if (name === '*') return 'en';
    if (isLanguage(name)) return name;
  }
  return 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** `de-AT;q=0.8`. A weight that cannot be read counts as none. */
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
