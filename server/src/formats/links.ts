// Addresses: written → absolute http(s), or none.

import { limits } from './limits.ts';

/** What relative addresses are resolved against: `bases` are the `xml:base`s, nearest last; `fallback` is the address around them. */
export function resolveBase(fallback: string, bases: readonly string[]): string {
  let base = fallback;
  for (const next of bases) base = absoluteUrl(next, base) ?? base;
  return base;
}

/**
 * The base of a post's HTML where no `xml:base` gives one. Publishers copy the HTML from the post's page, with footnotes and pictures
 * relative to it; but a post may also link to somebody else's page, which it is about: then the base is the site.
 */
export function pageOrSite(page: string | undefined, site: string): string {
  const [host, home] = [hostOf(page), hostOf(site)];
  const isOfSite = host === home || host.endsWith(`.${home}`) || home.endsWith(`.${host}`);
  return page !== undefined && isOfSite ? page : site;
}

/** The address as http(s), absolute; undefined when there is none. */
export function absoluteUrl(written: string | undefined, base: string): string | undefined {
  if (written === undefined) return undefined;
  const trimmed = written.trim();
  if (trimmed === '' || trimmed.length > limits.urlChars) return undefined;
  // People leave out the scheme, and mean a site, not a file beside the feed.
  const url = parseUrl(/^www\.[a-z0-9-]+\.[a-z]/i.test(trimmed) ? `http://${trimmed}` : trimmed, base);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  return url.href.length > limits.urlChars ? undefined : url.href;
}

/** An address that needs no base: only such a guid can be a link. */
export function completeUrl(written: string | undefined): string | undefined {
  if (written === undefined || !/^\s*https?:\/\//i.test(written)) return undefined;
  return absoluteUrl(written, 'http://invalid.invalid/');
}

/**
 * An address without user and password. A relative address takes them over from the one that it is resolved against, and so every link
 * of a post would tell them to whoever it is passed on to.
 */
export function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.username === '' && parsed.password === '')) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** The target of a link in a post's HTML: http(s), mailto or tel; undefined for anything else. */
export function linkTarget(written: string, base: string): string | undefined {
  const trimmed = written.trim();
  if (trimmed.length > limits.urlChars) return undefined;
  const url = parseUrl(trimmed, base);
  if (url === undefined) return undefined;
  return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

function hostOf(url: string | undefined): string {
  return url === undefined ? '' : (parseUrl(url, url)?.hostname.replace(/^www\./, '') ?? '');
}

function parseUrl(written: string, base: string): URL | undefined {
  return URL.parse(written, base) ?? undefined;
}
