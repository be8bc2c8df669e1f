// Which form of a text a number wants, by the plural rules of CLDR: Intl has them too, but what it loads for them stays.
import type { Language } from './choice.ts';

export type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Of whole numbers. The `many` that French and Spanish have for full millions is left out: nothing here is counted so far. */
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
