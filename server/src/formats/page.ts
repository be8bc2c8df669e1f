// A web page → what it says about feeds: announcements in its head, links that look like feeds, hubs; and its icon.

import type { AnnouncedFeed, PageFinding } from './feed-document.ts';
import { IconLinks } from './icon-links.ts';
import { limits } from './limits.ts';
import { absoluteUrl, withoutCredentials } from './links.ts';
import { type Attributes, type MarkupHandler, readMarkup } from './markup.ts';
import { collapse, shorten } from './text.ts';

export function readPage(html: string, pageUrl: string): PageFinding {
  const reader = new PageReader(pageUrl);
  readMarkup(html, 'html', reader);
  return reader.finding();
}

/** Types that announce a feed. Many sites announce `application/json` for other things, so it is vague: its address decides, or what XML is called. */
const feedTypes =
  /^(?:application|text)\/(?:rss|atom|rdf|feed)\+?(?:xml|json)?\b|^application\/(?:x\.atom|x-rss)\+xml\b/i;
const vagueTypes = /^(?:(?:application|text)\/(?:xml|json)(?:\s*;.*)?)?$/i;
const calledFeed = /\b(?:rss|rdf|atom|feeds?|newsfeeds?)\b/i;
/** Addresses that look like feeds; not `/dialog/feed`, to which Facebook's share buttons lead. */
const feedLike =
  /^\s*feed:|(?<!\/dialog)\/(?:rss|atom|feeds?|rdf)(?:\.(?:xml|json|php|aspx?|rdf))?\/?(?:[?#]|$)|\.(?:rss|atom|rdf)(?:[?#]|$)|\/index\.(?:xml|rdf)(?:[?#]|$)|\/feed\.(?:xml|json)|[/._-](?:rss|atom|feeds?|rdf)\d?(?:[/._-][^?#]{0,60})?\.xml(?:[?#]|$)|feeds\.feedburner\.com\/|[?&](?:feed|format|type)=(?:rss|atom|rdf)/i;
/** The `rel` of links to feeds; leaving it empty is the commonest mistake. */
const feedRelations = new Set(['alternate', 'alternative', 'feed', 'rss', 'atom', '']);
/** Types that only feeds have; RDF is not one of them, because people also describe themselves in it. */
const plainFeedTypes = /^application\/(?:rss\+xml|atom\+xml|feed\+json)\b/i;
/** A page that refreshes after a longer time is there to be read, and only looks for news. */
const longestRefreshSeconds = 10;
/** Feeds of comments: whoever follows a blog seldom means what its readers write. */
const ofComments =
  /\b(?:comments|kommentare?|commentaires|comentarios|comentários|commenti|reacties)\b|комментарии|コメント|评论|評論/i;

/** A link as the page writes it. */
interface FeedLink {
  href: string;
  title: string | undefined;
}

class PageReader implements MarkupHandler {
  private readonly pageUrl: string;
  private base: string | undefined;
  private refresh: string | undefined;
  private selfUrl: string | undefined;
  private readonly icons = new IconLinks();
  private readonly hubs = new Set<string>();
  private readonly announced: (FeedLink & { type: string | undefined; vague: boolean })[] = [];
  private readonly anchors: (FeedLink & { rel: boolean })[] = [];

  constructor(pageUrl: string) {
    this.pageUrl = pageUrl;
  }

  open(writtenName: string, attributes: Attributes): boolean {
    const name = writtenName.toLowerCase();
    if (name === 'link') this.link(attributes);
    else if (name === 'a') this.anchor(attributes);
    else if (name === 'base') this.base ??= absoluteUrl(attributes.href, this.pageUrl);
    else if (name === 'meta') this.meta(attributes);
    return true;
  }

  close(): boolean {
    return true;
  }

  text(): void {}

  /** Addresses are made absolute at the end, because `<base>` may come late. */
  finding(): PageFinding {
    const base = this.base ?? this.pageUrl;
    const feeds = new Map<string, AnnouncedFeed>();
    for (const { href, title } of this.inOrder(base)) {
      const url = addressOf(href, base);
      if (url === undefined || feeds.has(url) || feeds.size >= limits.pageFeeds) continue;
      feeds.set(url, { url, ...(title !== undefined && { title }) });
    }
    // Only what is asked on behalf of whoever typed the page's address is asked with the password in it.
    const told = withoutCredentials(base);
    const hubUrls = [...this.hubs].map((href) => absoluteUrl(href, told)).filter((url) => url !== undefined);
    const selfUrl = absoluteUrl(this.selfUrl, told);
    const iconUrl = absoluteUrl(this.icons.best(), told);
    const movedTo = absoluteUrl(this.refresh, base);
    return {
      feeds: [...feeds.values()],
      hubUrls,
      ...(movedTo === undefined ? {} : { movedTo }),
      ...(selfUrl === undefined ? {} : { selfUrl }),
      ...(iconUrl === undefined ? {} : { iconUrl }),
    };
  }

  /** Announced feeds, links marked as feeds, other links within the site, then those to other sites; feeds of comments after all. */
  private inOrder(base: string): FeedLink[] {
    const announced = this.announced.filter(
      ({ vague, href, type = '', title = '' }) =>
        !vague || feedLike.test(href) || (/xml/i.test(type) && calledFeed.test(title)),
    );
    const named = this.anchors.filter(({ rel }) => rel);
    const unnamed = this.anchors.filter(({ rel }) => !rel);
    const site = siteOf(this.pageUrl);
    const isOwn = ({ href }: FeedLink): boolean => siteOf(addressOf(href, base)) === site;
    const own = unnamed.filter(isOwn);
    const others = unnamed.filter((link) => !isOwn(link));
    const all: FeedLink[] = [...announced, ...named, ...own, ...others];
    const isOfComments = ({ href, title = '' }: FeedLink): boolean =>
      ofComments.test(href) || ofComments.test(title);
    return [...all.filter((link) => !isOfComments(link)), ...all.filter(isOfComments)];
  }

  private meta(attributes: Attributes): void {
    if (attributes['http-equiv']?.toLowerCase() !== 'refresh') return;
    // HTML, "Shared declarative refresh steps".
    const found = /^\s*(\d{1,3})[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attributes.content ?? '');
    if (found !== null && Number(found[1]) <= longestRefreshSeconds) this.refresh ??= found[2];
  }

  private link(attributes: Attributes): void {
    const { href } = attributes;
    if (href === undefined || href.trim() === '') return;
    const relations = (attributes.rel ?? '').trim().toLowerCase().split(/\s+/);
    const type = said(attributes.type);
    if (relations.includes('hub') && this.hubs.size < limits.pageHubs) this.hubs.add(href);
    if (relations.includes('self')) this.selfUrl ??= href;
    this.icons.take(href, relations, attributes);
    const isFeed =
      relations.includes('feed') ||
      (relations.includes('alternate') && feedTypes.test(type ?? '')) ||
      (relations.some((each) => feedRelations.has(each)) && plainFeedTypes.test(type ?? ''));
    const isVague =
      relations.includes('alternate') && vagueTypes.test(type ?? '') && attributes.hreflang === undefined;
    if ((isFeed || isVague) && this.announced.length < limits.pageFeeds * 2) {
      this.announced.push({ href, title: said(attributes.title), type, vague: !isFeed });
    }
  }

  private anchor(attributes: Attributes): void {
    const { href } = attributes;
    if (href === undefined || href.length > limits.urlChars || this.anchors.length >= limits.pageFeeds)
      return;
    const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/);
    const announced = relations.includes('feed') || feedTypes.test(attributes.type ?? '');
    if (announced || feedLike.test(href))
      this.anchors.push({ href, title: said(attributes.title), rel: announced });
  }
}

/** `feed://example.org/x` and `feed:https://example.org/x` come from old subscribe buttons. */
function addressOf(href: string, base: string): string | undefined {
  const written = href
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'https://');
  return absoluteUrl(written, base);
}

function siteOf(url: string | undefined): string {
  return URL.parse(url ?? '')?.host.replace(/^www\./, '') ?? '';
}

function said(written: string | undefined): string | undefined {
  const text = shorten(collapse((written ?? '').slice(0, limits.titleChars * 2)), limits.titleChars);
  return text === '' ? undefined : text;
}
