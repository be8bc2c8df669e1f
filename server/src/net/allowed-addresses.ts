// Decides which addresses may be dialled: the public internet, and what the operator has opened.

import { type IpAddress, type IpBlock, isInBlock, isSameIp, parseIp, parseIpBlock } from './ip-address.ts';

/** What COURANT_FETCH_ALLOW permits beyond the public internet. */
export interface AllowList {
  readonly entries: readonly AllowEntry[];
}

type AllowEntry =
  | { readonly kind: 'everything' }
  | { readonly kind: 'block'; readonly block: IpBlock }
  | { readonly kind: 'address'; readonly ip: IpAddress; readonly port: number | undefined }
  | { readonly kind: 'host'; readonly name: string; readonly port: number | undefined };

interface Destination {
  /** As it is written in the URL. */
  hostname: string;
  port: number;
  /** An address that the name resolves to. */
  address: string;
}

/**
 * Reads `192.168.0.0/16 fd00::/8 nas.lan nas.lan:8080 10.0.0.7:8080 [fd00::7]:8080 *`, blank- or comma-separated.
 * A host name allows only URLs with that name, never its address written in a URL. Blocks, host names and `*` do not allow
 * metadata addresses: each must be listed itself.
 */
export function parseAllowList(text: string): AllowList | { mistakes: string[] } {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const entries: AllowEntry[] = [];
  const mistakes: string[] = [];
  for (const word of words) {
    const entry = parseEntry(word);
    if (entry === undefined) {
      mistakes.push(`"${word}" is not an address, a block (192.168.0.0/16), a host, a host:port or *`);
    } else entries.push(entry);
  }
  return mistakes.length > 0 ? { mistakes } : { entries };
}

/** Why this URL may not be fetched, whatever its name resolves to; undefined if nothing is wrong with it. */
export function whyRefused(url: URL, allow: AllowList): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `${url.protocol} is neither http nor https`;
  const hostname = bareHostname(url.hostname);
  const port = portOf(url);
  if (blockedPorts.has(port) && !isPortOpened(hostname, port, allow)) {
    return `port ${port} belongs to another service than the web`;
  }
  if (parseIp(hostname) !== undefined && !mayDial({ hostname, port, address: hostname }, allow)) {
    return `${hostname} is not a public address; COURANT_FETCH_ALLOW can open it`;
  }
  return undefined;
}

/** Whether a connection to this address may be opened to reach this host and port. */
export function mayDial(to: Destination, allow: AllowList): boolean {
  const parsed = parseIp(to.address);
  if (parsed === undefined) return false;
  const ip = embeddedIpv4(parsed) ?? parsed;
  const opensExactly = (entry: AllowEntry): boolean =>
    entry.kind === 'address' && isSameIp(ip, entry.ip) && (entry.port ?? to.port) === to.port;
  if (allow.entries.some(opensExactly)) return true;
  if (metadataAddresses().some(({ start }) => isSameIp(ip, start))) return false;
  if (isPublic(ip)) return true;
  const name = bareHostname(to.hostname);
  return allow.entries.some((entry) => {
    if (entry.kind === 'everything') return true;
    if (entry.kind === 'block') return isInBlock(ip, entry.block);
    return entry.kind === 'host' && entry.name === name && (entry.port ?? to.port) === to.port;
  });
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Without the brackets of an IPv6 literal and the final dot of a fully qualified name. */
export function bareHostname(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

function parseEntry(word: string): AllowEntry | undefined {
  if (word === '*') return { kind: 'everything' };
  if (word.includes('/')) {
    const block = parseIpBlock(word);
    if (block === undefined) return undefined;
    const isOneAddress = block.bits === block.start.length * 8;
    return isOneAddress ? { kind: 'address', ip: block.start, port: undefined } : { kind: 'block', block };
  }
  const bare = parseIp(word);
  if (bare !== undefined) return { kind: 'address', ip: bare, port: undefined };
  const [, host = '', digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(word) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  if (host === '' || (port !== undefined && (port < 1 || port > 65_535))) return undefined;
  const ip = parseIp(bareHostname(host));
  if (ip !== undefined) return { kind: 'address', ip, port };
  const name = hostnameOf(host);
  return name === undefined ? undefined : { kind: 'host', name, port };
}

/** The name in the form that a URL has it; undefined if it is not a name, or is a form of an address (`127.1`). */
function hostnameOf(text: string): string | undefined {
  // A name may have letters beyond ASCII: the URL parser turns them into Punycode.
  if (!/^[\p{L}\p{N}._-]+$/u.test(text) || !URL.canParse(`http://${text}/`)) return undefined;
  const name = bareHostname(new URL(`http://${text}/`).hostname);
  // `.corp.example` is how other programs write a whole domain, but no host is called so.
  return name.split('.').includes('') || parseIp(name) !== undefined ? undefined : name;
}

function isPortOpened(hostname: string, port: number, allow: AllowList): boolean {
  const ip = parseIp(hostname);
  return allow.entries.some((entry) => {
    if (entry.kind === 'host') return entry.port === port && entry.name === hostname;
    return entry.kind === 'address' && entry.port === port && ip !== undefined && isSameIp(ip, entry.ip);
  });
}

/**
 * IPv4-mapped addresses (RFC 4291 §2.5.5.2) are IPv4 on the wire. NAT64 (RFC 6052 §2.1) is how a server without IPv4
 * reaches every IPv4 feed, so such an address is judged by the IPv4 address in it.
 */
function embeddedIpv4(ip: IpAddress): IpAddress | undefined {
  return embeddingBlocks().some((block) => isInBlock(ip, block)) ? ip.slice(12) : undefined;
}

function isPublic(ip: IpAddress): boolean {
  if (ip.length === 4) return !specialIpv4().some((block) => isInBlock(ip, block));
  return isInBlock(ip, globalUnicast) && !specialIpv6().some((block) => isInBlock(ip, block));
}

/** Parsed when the first address is judged: the first IPv6 address takes Node 10 ms, which no start should wait for. */
function blocks(...texts: string[]): () => readonly IpBlock[] {
  let known: readonly IpBlock[] | undefined;
  return () => {
    known ??= texts.map((text) => {
      const block = parseIpBlock(text);
      if (block === undefined) throw new Error(`Cannot read address block: ${text} is not one`);
      return block;
    });
    return known;
  };
}

const embeddingBlocks = blocks('::ffff:0:0/96', '64:ff9b::/96');

// https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast, which has its own registry.
const specialIpv4 = blocks(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a carrier's NAT
  '127.0.0.0/8', // this machine
  '169.254.0.0/16', // this link; clouds put their metadata there
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);

const globalUnicast: IpBlock = { start: [0x20, ...new Array<number>(15).fill(0)], bits: 3 };

// https://www.iana.org/assignments/iana-ipv6-special-registry, the part within 2000::/3.
const specialIpv6 = blocks(
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries any IPv4 address, private ones too
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

// Clouds hand out a machine's credentials here. Azure's is a public address, so it has to be listed; the others are
// listed because an operator who opens the block around them means a network, not the credentials.
const metadataAddresses = blocks(
  '169.254.169.254/32', // nearly all
  '169.254.170.2/32', // AWS ECS
  '169.254.170.23/32', // AWS EKS
  '168.63.129.16/32', // Azure
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
  'fd00:ec2::254/128', // AWS
  'fd00:ec2::23/128', // AWS EKS
  'fd20:ce::254/128', // Google
);

// "Bad ports" of https://fetch.spec.whatwg.org/#port-blocking, and databases and daemons that respond to anything sent to them.
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  2375, 2376, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 9200, 10080, 11211, 27017,
]);
