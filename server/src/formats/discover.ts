// From what a person types to addresses where a feed may be.

import { absoluteUrl } from './links.ts';
import { siteFeeds } from './site-rules.ts';

/** Where feeds usually are when a page announces none, the likeliest first; few, because each is a request to a stranger's server. */
const usualPaths = ['/feed', '/rss.xml', '/atom.xml', '/index.xml', '/feed.xml'];

/** What only says that a feed is behind the address. The last three are those of the buttons that sites have for podcast apps. */
const forApps = /^(?:(?:web\+)?feed:(?:\/\/)?|(?:itpc|pcast|podcast):\/\/)/i;

/** A host name becomes an https address, `feed:` and its like are removed, schemes other than http(s) are refused. */
export function normaliseAddress(typed: string): string | undefined {
  let address = typed.trim().replace(/^<(.*)>$/, '$1');
  // `feed://example.org/x` stands for http, `feed:https://…` wraps an address.
  const wrapped = address.replace(forApps, '');
  address = wrapped === address || /^https?:/i.test(wrapped) ? wrapped : `https://${wrapped}`;
  if (address === '' || /\s/.test(address)) return undefined;
  // A name of the Fediverse, `@name@host`; in an address, `name` would be a login.
  address = address.replace(/^@([\w.-]+)@([^@/:?#]+)$/, 'https://$2/@$1');
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address) || /^[^/:]+:\d{1,5}(?:[/?#]|$)/.test(address)) {
    address = `https://${address.replace(/^\/+/, '')}`;
  }
  // Browsers accept `https:example.org`, but nobody means it.
  if (!/^https?:\/\/[^/]/i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || !isHost(url.hostname)) return undefined;
  url.hash = '';
  return absoluteUrl(url.href, url.href);
}

/** Whether an address is written without http or https: `feed:` says nothing about that. */
export function namesNoScheme(typed: string): boolean {
  return !/^https?:/i.test(typed.trim().replace(/^</, '').replace(forApps, ''));
}

/**
 * Addresses to try for a site that announces no feed, the likeliest first; without the page itself. `pageUrl` is where the address led:
 * platforms send strangers to a page for consent or sign-in, and then the typed address says more.
 */
export function usualPlaces(address: string, pageUrl: string = address): string[] {
  const typed = URL.parse(address);
  const url = URL.parse(pageUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return [];
  // A platform with a rule of ours has its feeds there or nowhere.
  const known = typed === null || address === pageUrl ? [] : (siteFeeds(typed) ?? []);
  const places = [...known, ...(siteFeeds(url) ?? unknownPlaces(url))];
  return [...new Set(places)].filter((place) => place !== url.href);
}

function unknownPlaces(url: URL): string[] {
  const segments = url.pathname.split('/');
  if (segments.at(-1)?.includes('.')) segments.pop();
  while (segments.at(-1) === '') segments.pop();
  const folder = segments.join('/');
  const nearest = folder === '' ? [] : [`${url.origin}${folder}/feed`];
  return [...nearest, ...usualPaths.map((path) => `${url.origin}${path}`)];
}

/** A name with a dot, an IP address, or localhost. */
function isHost(hostname: string): boolean {
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
}
