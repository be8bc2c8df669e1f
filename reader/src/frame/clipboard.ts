// Copies a text to the clipboard.
import { t } from '../texts/translate.ts';
import { showToast } from './status.ts';

/** Copies the text, and tells whether that worked: by a toast, which is below an open dialog, unless `tell` shows it elsewhere. */
export async function copy(
  text: string,
  done: 'copy.done' | 'article.copied' = 'copy.done',
  tell = showToast,
): Promise<void> {
  // Only pages with an encrypted connection have a clipboard; elsewhere the text can still be selected by hand.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  tell(t(isCopied ? done : 'copy.failed'));
}
