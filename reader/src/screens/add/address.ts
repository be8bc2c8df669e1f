// The feed address that a link, or a share from another app, passes to the Add screen.

/** What the field starts with: `?url=` of links and `web+feed:`, or the address in the shared `text`. */
export function broughtAddress(search: string): string {
  const query = new URLSearchParams(search);
  const text = query.get('text')?.trim() ?? '';
  // Apps share "Title https://…" as readily as the address alone.
  const shared = /\bhttps?:\/\/\S+/i.exec(text)?.[0] ?? text;
  const brought = query.get('url')?.trim() || shared;
  return withoutScheme(brought);
}

/**
 * What a person typed → the absolute address that the service requires. Who names no scheme has not asked for https, which old sites, and
 * those at home, do not offer: the second one is for these.
 */
export function absoluteAddresses(typed: string): [string, string?] {
  const address = withoutScheme(typed.trim());
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? [address] : [`https://${address}`, `http://${address}`];
}

/** Whether the service would ask there at all: it refuses anything else in the words of its API. */
export function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  // Chrome takes blanks in the name of a host, as %20.
  return /^https?:$/.test(protocol) && !hostname.includes('%');
}

/** `feed:` and `web+feed:` only say that a feed is behind the address, and so do the buttons for podcast apps. */
function withoutScheme(address: string): string {
  return address.replace(/^(?:(?:web\+)?feed:(?:\/\/)?|(?:itpc|pcast|podcast):\/\/)/i, '');
}
