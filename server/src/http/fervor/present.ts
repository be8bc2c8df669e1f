// Presents our nouns in the contract's format. Only this protocol's `present*.ts` files make its wire values.
import type {
  FeedFacts,
  Instance,
  Feed as WireFeed,
  FullText as WireFullText,
  Group as WireGroup,
  Item as WireItem,
} from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { FullText } from '../../model/article.ts';
import type { Feed } from '../../model/feed.ts';
import type { Group } from '../../model/group.ts';
import type { Item } from '../../model/item.ts';
import { inPieces } from '../in-pieces.ts';
import type { Call } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';
import { presentFeedHealth } from './present-health.ts';
import { type ImageProxy, presentProxiedImages } from './present-images.ts';
import { presentItemFacts } from './present-items.ts';
import { presentPositions } from './present-playback.ts';
import { strictUrl } from './strict-url.ts';

/** The version of the contract that this service implements. */
const INTERFACE_VERSION = '0.1.0';

export interface InstanceFacts {
  name: string;
  url: string;
  implementationVersion: string;
}

export function presentInstance(facts: InstanceFacts, extensions: Record<string, string>): Instance {
  return {
    name: facts.name,
    url: facts.url,
    version: INTERFACE_VERSION,
    implementation_name: 'Courant',
    implementation_version: facts.implementationVersion,
    extensions,
  };
}

/** `base`: the address of the service, as in the Instance. */
export function presentGroup(group: Group, base: string): WireGroup {
  return {
    id: group.id,
    title: group.title,
    feed_ids: [...group.feedIds],
    service_url: readerPage(base, `/groups/${group.id}`),
    'app.courant.feeds': { unread_count: group.unreadCount, position: group.position },
  };
}

export function presentFeed(feed: Feed, base: string): WireFeed {
  return {
    id: feed.id,
    title: feed.title,
    url: strictUrl(feed.url),
    feed_url: feed.feedUrl,
    last_updated: toIso(feed.lastUpdated),
    group_ids: [...feed.groupIds],
    service_url: readerPage(base, `/feeds/${feed.id}`),
    'app.courant.feeds': presentFeedFacts(feed),
    'app.courant.health': presentFeedHealth(feed),
    'app.courant.full-text': { mode: feed.fetchesArticles ? 'always' : 'never' },
  };
}

/**
 * `proxy`: set if the caller wants pictures through us. What an item does not have is not assigned: an object spread for each took a sixth of the time
 * to present a page and write it as JSON.
 */
export function presentItem(item: Item, base: string, proxy: ImageProxy | undefined): WireItem {
  const wire: WireItem = {
    id: item.id,
    feed_id: item.feedId,
    title: item.title,
    url: strictUrl(item.url),
    read: item.read,
    created_at: toIso(item.createdAt),
    service_url: readerPage(base, `/items/${item.id}`),
    'app.courant.items': presentItemFacts(item),
  };
  if (item.author !== undefined) wire.author = item.author;
  if (item.published !== undefined) wire.published = toIso(item.published);
  if (item.content !== undefined) wire.content = item.content;
  if (item.summary !== undefined) wire.summary = item.summary;
  if (item.fullText !== undefined) wire['app.courant.full-text'] = presentFullText(item.fullText);
  if (item.positions.length > 0) {
    wire['app.courant.playback'] = { positions: presentPositions(item.positions) };
  }
  if (proxy !== undefined) wire['app.courant.images'] = presentProxiedImages(item, proxy);
  return wire;
}

export function presentFullText({ content, fetchedAt }: FullText): WireFullText {
  return { content, fetched_at: toIso(fetchedAt) };
}

/** The page of the web reader that shows the same thing; its paths are defined in the reader's `paths.ts`. */
function readerPage(base: string, path: string): string {
  return originOf(base) + path;
}

/** Cached, because the service's address never changes: parsing it for each of 2,000 feeds took a third of presenting them. */
const origins = new Map<string, string>();

function originOf(base: string): string {
  const known = origins.get(base);
  if (known !== undefined) return known;
  const { origin } = new URL(base);
  origins.set(base, origin);
  return origin;
}

function presentFeedFacts({ unreadCount, customTitle, position, intervalMs, language }: Feed): FeedFacts {
  return {
    unread_count: unreadCount,
    ...(customTitle === undefined ? {} : { custom_title: customTitle }),
    position,
    ...(intervalMs === undefined ? {} : { interval_seconds: Math.round(intervalMs / 1000) }),
    ...(language === undefined ? {} : { language }),
  };
}

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
};

/** An answer for one person, so no cache may keep it. */
export function json(value: unknown, status = 200): WholeResponse {
  return jsonBytes(Buffer.from(JSON.stringify(value)), status);
}

/** The same, for a value that is JSON already. */
export function jsonBytes(bytes: Buffer<ArrayBuffer>, status = 200): WholeResponse {
  return new WholeResponse(bytes, { status, headers: jsonHeaders });
}

/** The same, for JSON in pieces. */
export function jsonPieces(call: Call, pieces: AsyncGenerator<string>): Promise<Response> {
  return inPieces(call, pieces, { headers: jsonHeaders });
}

export function noContent(): Response {
  return new WholeResponse(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } });
}
