// Hands a text to other programs.
import { t } from '../texts/translate.ts';
import { showToast } from './status.ts';

/** Tells whether it could be done, in one way or the other. */
export async function copy(text: string, done: 'copy.done' | 'article.copied' = 'copy.done'): Promise<void> {
  // Only pages with an encrypted connection have a clipboard; what stands there can be marked all the same.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  showToast(t(isCopied ? done : 'copy.failed'));
}
