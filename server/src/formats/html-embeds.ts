// Prepares HTML for the sanitiser where it has what the sanitiser cannot judge tag by tag, and says what replaces an embed.

import { copiedPictures } from './html-copies.ts';
import { frameSources, Preparer } from './html-preparer.ts';
import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';
import { type Attributes, readMarkup } from './markup.ts';

/**
 * XML writes an empty element as `<iframe/>`. HTML ignores that slash (HTML, "Start tags"): everything that follows would become the
 * element's content, which these elements hide or style. A slash at the end of an unquoted address belongs to the address.
 */
const closesItself =
  /<(iframe|script|style|template|textarea|title|video|audio|select|xmp|noembed|noframes|i|b|em|strong|u|s|code|sup|sub|small|pre|blockquote|h[1-6])(\s(?:[^<>]*["'\s])?|\s[^<>="']*)?\/>/gi;

/** Frames, what is not displayed, formulas, and tables that are none. */
const unusual =
  /<(?:iframe|noscript|(?:m(?:ml)?:)?math)|\shidden|display\s*:\s*none|\srole\s*=\s*["']?(?:presentation|none)/i;

/** The sanitiser judges the result, so it need not be safe: only bounded, and in elements that the sanitiser knows. */
export function prepareHtml(written: string): string {
  const html = written.replace(closesItself, '<$1$2></$1>');
  if (!unusual.test(html) && !hasManyTags(html)) return html;
  const writer = new Preparer({
    // A lazy picture comes twice, the second time in a `noscript`, which is dropped; any other `noscript` is meant for us.
    dropNoscript: /\sdata-(?:lazy-)?src|\sdata-orig/i.test(html),
    copies: copiedPictures(html),
    hasMath: /<(?:m(?:ml)?:)?math[\s>]/i.test(html),
  });
  readMarkup(html, 'html', writer);
  return writer.taken();
}

/** The link that replaces an embed: where it leads, and what it says. */
export function embedLink(found: Attributes, base: string): { href: string; text: string } | undefined {
  const addresses = frameSources.map((name) => absoluteUrl(found[name], base));
  const href = addresses.find((address) => address !== undefined);
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
