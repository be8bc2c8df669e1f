// Whether two addresses lead to the same page.

/** A form that is equal for equivalent addresses: sites switch between http and https, with www and without. */
export function comparableUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/\/$/, '');
}

/** What only the publisher of an address can publish as well: its scheme and host, with www or without. */
export function publisherOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.replace(/^www\./, '')}`;
}

/** What tells where readers come from, and not which page is meant. */
const TRACKER =
  /^(?:(?:utm|mtm|itm|hmb|fb|mc|campaign|oly|vero)_\w+|_+hs\w+|hsa_cam|\w*clid|[gw]braid|gclsrc|srsltid|_openstat|mkt_tok|_bhlid|sc_cid|ref)$/i;

/**
 * As `comparableUrl`, and without what counts visitors: Miniflux and others take it off the links of posts, and sort what is left. Not
 * every `ref` does, so the two pages may be different ones all the same.
 */
export function untrackedUrl(url: string): string {
  const comparable = comparableUrl(url);
  const at = comparable.indexOf('?');
  if (at === -1) return comparable;
  const wanted = comparable
    .slice(at + 1)
    .split('&')
    .filter((field) => !TRACKER.test(field.replace(/=.*$/s, '')))
    .sort();
  const page = comparable.slice(0, at).replace(/\/$/, '');
  return wanted.length === 0 ? page : `${page}?${wanted.join('&')}`;
}
