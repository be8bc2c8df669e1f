// Copies a text to the clipboard.
import { t } from '../texts/translate.ts';
import { showToast } from './status.ts';

/** Copies the text, and shows whether that worked. */
export async function copy(text: string, done: 'copy.done' | 'article.copied' = 'copy.done'): Promise<void> {
  // Only pages with an encrypted connection have a clipboard; elsewhere the text can still be selected by hand.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  showToast(t(isCopied ? done : 'copy.failed'));
}
