/**
 * The neighbours of a page, and the `Link` header that names them (contract, Pagination; RFC 8288).
 *
 * Pages are walked in one of two directions, each with a cursor and a bound:
 * - down, to older items: `max_id` is the cursor, `since_id` the lower bound, which `next` keeps;
 * - up, to newer items: `min_id` is the cursor, `max_id` the upper bound, which `prev` keeps.
 * The edge of the page replaces the cursor; turning round drops the cursor of the other direction, because it was not a bound
 * but the place where the page began. So following `next` (or `prev`) to the end visits each item once and never leaves
 * the bound, and `prev` leads back to where `next` came from.
 */

import type { PageQuery } from './parameters.ts';

/** The parameters that select a page, apart from `limit` and `only`, which all pages of a walk share. */
export type Cursors = { max_id?: number; min_id?: number; since_id?: number };

/** The queries for the neighbouring pages: `older` is `rel="next"`, `newer` is `rel="prev"`. */
export type Neighbours = { older?: Cursors; newer?: Cursors };

/**
 * The queries for the neighbouring pages. `ids` are those of the page, greatest first. The answer to a query may be empty: then
 * there is no such neighbour, and the header must not name it. A page of named `ids` has no neighbours.
 */
export function neighbours(query: Omit<PageQuery, 'limit'>, ids: readonly number[]): Neighbours {
  if (query.ids !== undefined) return {};
  const { max_id: max, min_id: min, since_id: since } = query;
  // An empty page has no edges; what lies beyond its cursor begins at the cursor itself.
  const smallest = ids.at(-1) ?? (min === undefined ? undefined : Math.min(min + 1, Number.MAX_SAFE_INTEGER));
  const greatest = ids[0] ?? (max === undefined ? undefined : Math.max(max - 1, 0));
  const around: Neighbours = {};
  if (smallest !== undefined) {
    around.older = { max_id: smallest, ...(since === undefined ? {} : { since_id: since }) };
  }
  if (greatest !== undefined) {
    around.newer = {
      min_id: greatest,
      ...(min === undefined || max === undefined ? {} : { max_id: max }),
    };
  }
  return around;
}

/**
 * The value of the `Link` header of a page, or undefined if it has no neighbours. `url` is the absolute URL of the request;
 * its other parameters are kept. `hasOlder` and `hasNewer` say whether the queries of `neighbours` have results.
 */
export function linkHeader(page: {
  url: string;
  query: Omit<PageQuery, 'limit'>;
  ids: readonly number[];
  hasOlder: boolean;
  hasNewer: boolean;
}): string | undefined {
  const { older, newer } = neighbours(page.query, page.ids);
  const { origin, pathname, search } = new URL(page.url);
  const linkTo = (cursors: Cursors, relation: string): string =>
    `<${origin}${pathname}?${withCursors(search, cursors)}>; rel="${relation}"`;
  const links: string[] = [];
  if (page.hasOlder && older !== undefined) links.push(linkTo(older, 'next'));
  if (page.hasNewer && newer !== undefined) links.push(linkTo(newer, 'prev'));
  return links.length === 0 ? undefined : links.join(', ');
}

/**
 * Relation → target of a `Link` header (RFC 8288 §3). Forgiving: what cannot be read is skipped, the first link of a relation
 * counts, relations are in lower case. Links about another resource (`anchor`) are left out.
 */
export function parseLinkHeader(header: string | null | undefined): Map<string, string> {
  const links = new Map<string, string>();
  for (const [, target, tail] of (header ?? '').matchAll(linkValue)) {
    const parameters = new Map<string, string>();
    for (const [, name, quoted, bare] of (tail ?? '').matchAll(linkParameter)) {
      const key = name?.toLowerCase() ?? '';
      // RFC 8288 §3.3: if there are several `rel`, the first counts.
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
    }
    if (parameters.has('anchor')) continue;
    for (const relation of (parameters.get('rel') ?? '').toLowerCase().split(/\s+/)) {
      if (relation !== '' && !links.has(relation)) links.set(relation, target?.trim() ?? '');
    }
  }
  return links;
}

/** `<target>`, then everything up to the next comma outside quotes; quotes that nothing closes take the rest. */
const linkValue = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)/g;

/** `; name`, `; name=bare` or `; name="quoted"`. */
const linkParameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** A query with other cursors. A `URL` would be written and parsed anew at each change of its parameters, which takes three times as long. */
function withCursors(search: string, cursors: Cursors): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const name of ['max_id', 'min_id', 'since_id'] as const) {
    const value = cursors[name];
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return parameters;
}
