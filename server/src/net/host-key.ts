// Names the Host, the unit of politeness, that a URL belongs to: URLs with the same key are fetched one at a time.

import { parse } from 'tldts';
import { portOf } from './allowed-addresses.ts';

/** A longer name is no machine's (RFC 1035 §2.3.4, without the dot of the root); URLs may have one all the same. */
export const maxHostChars = 253;

/**
 * The registrable domain, so that one platform (`*.substack.com`, `*.github.io`) is one host. For names outside the
 * registries (IP addresses, `localhost`, `nas.lan`) it is `host:port`: on a machine at home each port is a service of its own.
 */
export function hostKey(url: string): string {
  const parsed = new URL(url);
  const name = parsed.hostname.replace(/\.$/, '');
  // allowPrivateDomains would make each blog of a platform a host of its own.
  const { domain, isIcann } = parse(name, { allowPrivateDomains: false });
  if (domain !== null && isIcann === true) return domain;
  // The end is enough of a name that nobody can have: an index of a database may not hold all of it.
  return `${name.slice(-maxHostChars)}:${portOf(parsed)}`;
}

/** Whether a key is that of a name outside the registries: what one URL there answers says nothing about the next. */
export function isPrivateHost(key: string): boolean {
  return key.includes(':');
}

/** Whether a platform gives names away there (`*.github.io`, `*.s3.amazonaws.com`): neither it nor the others need to know what one of them answers. */
export function isSharedHost(url: string): boolean {
  return parse(url, { allowPrivateDomains: true }).isPrivate === true;
}
