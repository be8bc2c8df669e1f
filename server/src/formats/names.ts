// What an element of a feed is called, whatever prefix, namespace or case the document uses for it.

import { limits } from './limits.ts';

/**
 * Namespace (in lower case, without scheme, `www.` and trailing slash) → the prefix that this room uses for it.
 * The namespaces of RSS itself have none, because RSS 2.0 is in no namespace at all.
 */
const known: Readonly<Record<string, string>> = {
  'purl.org/rss/1.0': '',
  'my.netscape.com/rdf/simple/0.9': '',
  'channel.netscape.com/rdf/simple/0.9': '',
  'backend.userland.com/rss': '',
  'backend.userland.com/rss2': '',
  'backend.userland.com/rss091': '',
  'backend.userland.com/rss092': '',
  'blogs.law.harvard.edu/tech/rss': '',
  'cyber.law.harvard.edu/rss/rss.html': '',
  'purl.org/net/rss1.1': '',
  'w3.org/2005/atom': 'atom',
  'purl.org/atom/ns': 'atom',
  'purl.org/net/atom': 'atom',
  'w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
  'w3.org/1999/xhtml': 'xhtml',
  'w3.org/xml/1998/namespace': 'xml',
  'purl.org/rss/1.0/modules/content': 'content',
  'purl.org/rss/1.0/modules/slash': 'slash',
  'purl.org/rss/1.0/modules/syndication': 'sy',
  'purl.org/dc/elements/1.0': 'dc',
  'purl.org/dc/elements/1.1': 'dc',
  'purl.org/rss/1.0/modules/dc': 'dc',
  'purl.org/dc/terms': 'dcterms',
  'purl.org/rss/1.0/modules/dcterms': 'dcterms',
  'search.yahoo.com/mrss': 'media',
  'search.yahoo.com/mrss/rss': 'media',
  'tools.search.yahoo.com/mrss': 'media',
  'itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'itunes.com/dtds/podcast-1.0': 'itunes',
  'example.com/dtds/podcast-1.0.dtd': 'itunes',
  'google.com/schemas/play-podcasts/1.0': 'googleplay',
  'google.com/schemas/play-podcasts/1.0/play-podcasts.xsd': 'googleplay',
  'rssnamespace.org/feedburner/ext/1.0': 'feedburner',
  'purl.org/syndication/thread/1.0': 'thr',
  'wellformedweb.org/commentapi': 'wfw',
};

/** What prefixes mean inside an element, and the names already resolved there. */
export interface Scope {
  /** Prefix as written, '' for none → prefix that this room uses. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly resolved: Map<string, string>;
}

export const emptyScope: Scope = { prefixes: new Map(), resolved: new Map() };

/** The scope inside an element with these attributes (their names in lower case). */
export function scopeWithin(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  let prefixes: Map<string, string> | undefined;
  for (const [name, uri] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const current = prefixes ?? outer.prefixes;
    const prefix = name.slice('xmlns:'.length);
    // In an unknown namespace the prefix decides, because people mistype namespaces.
    const ours = prefixOf(plainUri(uri)) ?? prefix;
    if (current.get(prefix) === ours) continue;
    if (current.size >= limits.namespaces) break;
    prefixes ??= new Map(outer.prefixes);
    prefixes.set(prefix, ours);
  }
  return prefixes === undefined ? outer : { prefixes, resolved: new Map() };
}

/** The scope of a root, or of a channel within it: the prefix of `feed` and `entry` means Atom, that of `rdf` RDF, that of others RSS, whatever they declare. */
export function rootScope(scope: Scope, rawName: string): Scope {
  const [prefix, local] = split(rawName);
  const prefixes = new Map(scope.prefixes);
  prefixes.set(prefix, local === 'feed' || local === 'entry' ? 'atom' : local === 'rdf' ? 'rdf' : '');
  return { prefixes, resolved: new Map() };
}

/** `DC:Creator` → `dc:creator`, `a:link` in Atom's namespace → `atom:link`, `item` → `item`. */
export function resolveName(scope: Scope, rawName: string): string {
  const found = scope.resolved.get(rawName);
  if (found !== undefined) return found;
  const [prefix, local] = split(rawName);
  const ours = scope.prefixes.get(prefix) ?? prefix;
  const name = ours === '' ? local : `${ours}:${local}`;
  // A document with a million different names must not fill memory with them.
  if (scope.resolved.size < 1_000) scope.resolved.set(rawName, name);
  return name;
}

/** Attributes need no prefix, but some programs write that of their element before each: it is left out. */
export function withoutOwnPrefix(
  scope: Scope,
  elementName: string,
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = elementName.slice(0, elementName.indexOf(':') + 1);
  let plain: Record<string, string> | undefined;
  for (const [name, value] of own === '' ? [] : Object.entries(attributes)) {
    if (!name.includes(':') || !resolveName(scope, name).startsWith(own)) continue;
    plain ??= Object.assign(Object.create(null) as Record<string, string>, attributes);
    plain[localName(name)] ??= value;
  }
  return plain ?? attributes;
}

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function split(rawName: string): [prefix: string, local: string] {
  const lower = rawName.toLowerCase();
  const colon = lower.indexOf(':');
  return colon === -1 ? ['', lower] : [lower.slice(0, colon), lower.slice(colon + 1)];
}

function prefixOf(namespace: string): string | undefined {
  return Object.hasOwn(known, namespace) ? known[namespace] : undefined;
}

function plainUri(uri: string): string {
  return uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/#]{1,3}$/, '');
}
