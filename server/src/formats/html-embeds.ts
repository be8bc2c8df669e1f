// Prepares HTML for the sanitiser: `iframe`s become `embed`s, `noscript` is kept or dropped, nesting is cut.

import { escapeAttribute, escapeText } from 'entities';
import { OpenElements } from './html-nesting.ts';
import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';
import { type Attributes, type MarkupHandler, readMarkup, voidElements } from './markup.ts';

/**
 * XML writes an empty element as `<iframe/>`. HTML ignores that slash (HTML, "Start tags"): everything that follows would become the
 * element's content, which these elements hide or style. A slash at the end of an unquoted address belongs to the address.
 */
const closesItself =
  /<(iframe|script|style|template|textarea|title|video|audio|select|xmp|noembed|noframes|i|b|em|strong|u|s|code|sup|sub|small|pre|blockquote|h[1-6])(\s(?:[^<>]*["'\s])?|\s[^<>="']*)?\/>/gi;

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
  private readonly elements = new OpenElements();
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
    } else {
      this.elements.endFor(name);
      if (!voidElements.has(name)) {
        if (this.elements.count === limits.htmlParserDepth) return true;
        this.elements.start(name);
      }
      this.out.push(`<${name}${written(attributes)}>`);
    }
    return true;
  }

  close(writtenName: string): boolean {
    const name = writtenName.toLowerCase();
    if (name === 'iframe' || name === 'noscript') {
      if (this.skipped === name) this.skipped = undefined;
    } else if (this.skipped === undefined && /^[a-z][a-z0-9-]*$/.test(name)) {
      // Written even if it ends nothing that is open here: one that is missing has all that follows in a quote or a heading.
      this.elements.end(name);
      this.out.push(`</${name}>`);
    }
    return true;
  }

  text(text: string): void {
    if (this.skipped === undefined) this.out.push(escapeText(text));
  }
}

function written(attributes: Attributes): string {
  let out = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (/^[a-z][a-z0-9-]*$/.test(name)) out += ` ${name}="${escapeAttribute(value)}"`;
  }
  return out;
}
