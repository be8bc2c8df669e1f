// Whether the text of an item says its title itself, so that nobody reads it twice.
import { plainText } from '../../data/row.ts';

/**
 * `heading`: the text begins with it, as full texts do, and that of the page is enough. `words`: the item has no title, and was
 * given the start of its text as one.
 */
export function saidTitle(html: string, title: string): 'heading' | 'words' | undefined {
  if (!plainText(html).startsWith(title.replace(/…$/, '').trim())) return undefined;
  const [, , heading] = /^(?:\s|<(?!h[1-6]\b)[^>]*>)*<h([1-6])\b[^>]*>(.*?)<\/h\1>/is.exec(html) ?? [];
  return heading !== undefined && plainText(heading) === title ? 'heading' : 'words';
}
