// Which language the page speaks. Small and without imports, because it also runs before the first paint.

/** The available languages, each with its own name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languageNames;

/** The chosen language, or else the first of the browser's languages that we have. */
export function chooseLanguage(chosen: string, ofBrowser: readonly string[]): Language {
  const wanted = [chosen, ...ofBrowser].map((tag) => tag.split('-')[0] ?? '');
  return wanted.find(isLanguage) ?? 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languageNames, name);
}
