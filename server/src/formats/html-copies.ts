// Finds the pictures that a post has twice: once for a script to load later, and once in a `noscript`, where its address is known for sure.

import { type Attributes, type MarkupHandler, readMarkup } from './markup.ts';

/** The addresses, as written, of pictures in a `noscript` that a picture outside of one names too, in whatever attribute. */
export function copiedPictures(html: string): ReadonlySet<string> {
  if (!/<noscript/i.test(html)) return new Set();
  const finder = new Finder();
  readMarkup(html, 'html', finder);
  return new Set([...finder.copies].filter((src) => src !== '' && finder.named.has(src)));
}

/** A picture whose address is known from its copy. */
export function withCopiedAddress(found: Attributes, copies: ReadonlySet<string>): Attributes {
  const src = found.src?.trim() ?? '';
  if (copies.size === 0 || copies.has(src)) return found;
  const known = Object.values(found).find((value) => copies.has(value.trim()));
  return known === undefined ? found : { ...found, src: '', 'data-src': known };
}

class Finder implements MarkupHandler {
  readonly copies = new Set<string>();
  readonly named = new Set<string>();
  private isInside = false;

  open(name: string, attributes: Attributes): boolean {
    if (/^noscript$/i.test(name)) this.isInside = true;
    if (!/^img$/i.test(name)) return true;
    if (this.isInside) this.copies.add(attributes.src?.trim() ?? '');
    else for (const value of Object.values(attributes)) this.named.add(value.trim());
    return true;
  }

  close(name: string): boolean {
    if (/^noscript$/i.test(name)) this.isInside = false;
    return true;
  }

  text(): void {}
}
