// Prepares HTML for the sanitiser: `iframe`s become `embed`s, `noscript` is kept or dropped, nesting is cut.

import { escapeAttribute, escapeText } from 'entities';
import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';
import { type Attributes, type MarkupHandler, readMarkup, voidElements } from './markup.ts';

/**
 * XML writes an empty element as `<iframe/>`. HTML ignores that slash (HTML, "Start tags"): everything that follows would become the
 * element's content, which these elements hide or style. A slash at the end of an unquoted address belongs to the address.
 */
const closesItself =
  /<(iframe|script|style|template|textarea|title|video|audio|select|xmp|noembed|noframes|i|b|em|strong|u|s|code|sup|sub|small|pre|blockquote|h[1-6])(\s(?:[^<>]*["'\s])?|\s[^<>="']*)?\/>/gi;

/** Elements that end where the next of their name begins: old pages have thousands of them without an end tag. */
const endsItsLike: ReadonlySet<string> = new Set('a dd dt li option p td th tr'.split(' '));

/** The sanitiser judges the result, so it need not be safe: only bounded, and in elements that the sanitiser knows. */
export function prepareHtml(written: string): string {
  const html = written.replace(closesItself, '<$1$2></$1>');
  if (!/<(?:iframe|noscript)/i.test(html) && !hasManyTags(html)) return html;
  // A lazy picture comes twice, the second time in a `noscript`, which is dropped; any other `noscript` is meant for us.
  const writer = new Preparer(/\sdata-(?:lazy-)?src|\sdata-orig/i.test(html));
  readMarkup(html, 'html', writer);
  return writer.out.join('');
}

/** The link that replaces an embed: where it leads, and what it says. */
export function embedLink(found: Attributes, base: string): { href: string; text: string } | undefined {
  const href = absoluteUrl(found.src ?? found['data-src'], base);
  if (href === undefined) return undefined;
  const url = new URL(href);
  const host = url.hostname.replace(/^(?:www|player|embed|open|w)\./, '');
  const text = found.title?.trim().slice(0, limits.titleChars) || host;
  const video = /^\/(?:embed|video)\/([\w-]+)/.exec(url.pathname)?.[1];
  if (video !== undefined && /^youtube(?:-nocookie)?\.com$/.test(host) && video !== 'videoseries') {
    return { href: `https://www.youtube.com/watch?v=${video}`, text };
  }
  if (video !== undefined && host === 'vimeo.com') return { href: `https://vimeo.com/${video}`, text };
  return { href, text };
}

function hasManyTags(html: string): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (++count > limits.htmlParserDepth) return true;
  }
  return false;
}

class Preparer implements MarkupHandler {
  readonly out: string[] = [];
  /** The open elements, and how many there are of each name. The parser has at most these: it closes some where another begins. */
  private readonly opened: string[] = [];
  private readonly openedOf = new Map<string, number>();
  private readonly dropNoscript: boolean;
  /** The element whose content is left out, up to its end tag. */
  private skipped: string | undefined;

  constructor(dropNoscript: boolean) {
    this.dropNoscript = dropNoscript;
  }

  open(writtenName: string, attributes: Attributes): boolean {
    const name = writtenName.toLowerCase();
    if (this.skipped !== undefined || !/^[a-z][a-z0-9-]*$/.test(name)) return true;
    if (name === 'iframe') {
      this.skipped = name;
      this.out.push(`<embed${written(attributes)}>`);
    } else if (name === 'noscript') {
      if (this.dropNoscript) this.skipped = name;
    } else if (voidElements.has(name)) {
      this.out.push(`<${name}${written(attributes)}>`);
    } else {
      if (endsItsLike.has(name) && this.opened.at(-1) === name) this.pop();
      if (this.opened.length === limits.htmlParserDepth) return true;
      this.opened.push(name);
      this.openedOf.set(name, (this.openedOf.get(name) ?? 0) + 1);
      this.out.push(`<${name}${written(attributes)}>`);
    }
    return true;
  }

  close(writtenName: string): boolean {
    const name = writtenName.toLowerCase();
    if (name === 'iframe' || name === 'noscript') {
      if (this.skipped === name) this.skipped = undefined;
    } else if (this.skipped === undefined && this.isMeant(name)) {
      this.out.push(`</${name}>`);
    }
    return true;
  }

  text(text: string): void {
    if (this.skipped === undefined) this.out.push(escapeText(text));
  }

  /** Whether an end tag closes the last element of its name, with all that are open within it, or is one of the two that make an element. */
  private isMeant(name: string): boolean {
    if (!this.openedOf.get(name)) return name === 'p' || name === 'br';
    while (this.pop() !== name);
    return true;
  }

  private pop(): string {
    const name = this.opened.pop() ?? '';
    this.openedOf.set(name, (this.openedOf.get(name) ?? 0) - 1);
    return name;
  }
}

function written(attributes: Attributes): string {
  let out = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (/^[a-z][a-z0-9-]*$/.test(name)) out += ` ${name}="${escapeAttribute(value)}"`;
  }
  return out;
}
