// Finds out whether the text of an item repeats its title, so that nobody reads it twice.
import { plainText } from '../../data/row.ts';

/**
 * `heading`: the text begins with the title as a heading, as full texts do, and the page has one already. `words`: the item has no
 * title, and was given the start of its text as one.
 */
export function saidTitle(html: string, title: string): 'heading' | 'words' | undefined {
  const text = plainText(html);
  const start = title.replace(/…$/, '').trim();
  if (!text.startsWith(start)) return undefined;
  const [, , heading] = /^(?:\s|<(?!h[1-6]\b)[^>]*>)*<h([1-6])\b[^>]*>(.*?)<\/h\1>/is.exec(html) ?? [];
  if (heading !== undefined && plainText(heading) === title) return 'heading';
  // The title is all of the text, whole sentences of it, or cut off. Otherwise it is a headline with which a sentence happens to begin.
  return text === start || /[….!?。؟]$/.test(title) ? 'words' : undefined;
}
