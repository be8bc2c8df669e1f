// Which plural form a number needs, by the rules of CLDR. Intl has them too, but keeps in memory what it loads for them.
import type { Language } from './choice.ts';

export type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** For whole numbers. The `many` of French and Spanish, for full millions, is left out: nothing here is counted that high. */
export function pluralForm(language: Language, count: number): PluralForm {
  if (language === 'ja') return 'other';
  if (language === 'ar') return arabicForm(count);
  return count === 1 || (count === 0 && language === 'fr') ? 'one' : 'other';
}

function arabicForm(count: number): PluralForm {
  const rest = count % 100;
  if (count === 0) return 'zero';
  if (count === 1) return 'one';
  if (count === 2) return 'two';
  if (rest >= 3 && rest <= 10) return 'few';
  return rest >= 11 ? 'many' : 'other';
}
