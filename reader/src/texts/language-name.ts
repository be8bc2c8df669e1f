// Names languages in the language of the page.
import { locale } from './translate.ts';

/** "English (UK)" for `en-GB`. Undefined where a feed says nothing, or something that is no language tag. */
export function languageName(tag = ''): string | undefined {
  try {
    return new Intl.DisplayNames(locale(), { type: 'language' }).of(tag);
  } catch {
    return undefined;
  }
}
