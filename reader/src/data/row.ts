// An item as lists show it: light enough to hold ten thousand of them. Its text is kept apart (`body.ts`).
import type { Enclosure, Item } from '@courant/client';
import { type Signal, signal } from '@preact/signals';
import { excerptChars, wordsPerMinute } from './limits.ts';

/** As it is kept in the database. */
export interface SavedRow {
  id: number;
  feedId: number;
  title: string;
  url: string;
  author?: string;
  /** When it was published, or else stored, in milliseconds since 1970; never later than it was stored. */
  at: number;
  editedAt?: number;
  excerpt: string;
  /** Reading time; 0 where there is next to nothing to read. */
  minutes: number;
  enclosures: Enclosure[];
  categories: string[];
  /** Words that the user has put on it. */
  tags?: string[] | undefined;
  commentsUrl?: string;
  read: boolean;
  starred: boolean;
}

export interface Row extends Omit<SavedRow, 'read' | 'starred'> {
  read: Signal<boolean>;
  starred: Signal<boolean>;
}

export interface Body {
  id: number;
  content: string;
  fullText?: string;
}

export function rowOf({ read, starred, ...rest }: SavedRow): Row {
  return { ...rest, read: signal(read), starred: signal(starred) };
}

export function savedOf({ read, starred, ...rest }: Row): SavedRow {
  return { ...rest, read: read.peek(), starred: starred.peek() };
}

export function savedRowOf(item: Item): SavedRow {
  const facts = item['app.courant.items'];
  const text = plainText(item.content ?? item.summary ?? '');
  const stored = Date.parse(item.created_at);
  const published = item.published === undefined ? stored : Date.parse(item.published);
  return {
    id: item.id,
    feedId: item.feed_id,
    title: item.title,
    url: item.url,
    ...(item.author === undefined ? {} : { author: item.author }),
    at: Math.min(published, stored),
    ...(facts?.edited_at === undefined ? {} : { editedAt: Date.parse(facts.edited_at) }),
    excerpt: excerptOf(item.summary === undefined ? text : plainText(item.summary), item.title),
    // Two characters of Chinese or Japanese are about a word, with nothing between words.
    minutes: Math.round(text.split(/\s+|[\u3000-\u9fff]{2}/).length / wordsPerMinute),
    enclosures: facts?.enclosures ?? [],
    categories: facts?.categories ?? [],
    // Also if there are none any more.
    tags: facts?.tags,
    ...(facts?.comments_url === undefined ? {} : { commentsUrl: facts.comments_url }),
    read: item.read,
    starred: facts?.starred ?? false,
  };
}

export function bodyOf(item: Item): Body {
  const proxied = item['app.courant.images'];
  const fullText = proxied?.full_text ?? item['app.courant.full-text']?.content;
  return {
    id: item.id,
    content: proxied?.content ?? item.content ?? proxied?.summary ?? item.summary ?? '',
    ...(fullText === undefined ? {} : { fullText }),
  };
}

/** Sanitised HTML as plain text on one line. Good enough for excerpts; the result is never put into a page as HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<(?:figcaption|table|pre)\b[\s\S]*?<\/(?:figcaption|table|pre)>/g, ' ')
    .replace(
      /<\/?(?:a|abbr|b|bd[io]|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|su[bp]|time|u|wbr)\b[^>]*>/g,
      '',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp));/gi, (_, decimal, hex, name) => {
      if (name) return named[String(name).toLowerCase()] ?? ' ';
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** An item without a title got the beginning of its text as one: the excerpt does not repeat it. */
function excerptOf(text: string, title: string): string {
  const start = title.replace(/…$/, '').trim();
  const rest = text.slice(start.length);
  // A sentence that begins with the headline stays whole.
  const isSaid = text.startsWith(start) && (start !== title || !/^[ ,’']*\p{Ll}/u.test(rest));
  // Engines keep the whole of a string as long as a part that was cut from it is there: this makes one of its own.
  return `${(isSaid ? rest : text).slice(0, excerptChars)} `.trim();
}
