// Streams as Atom, for the feedhq mode of newsboat.
import type { DressedItem } from '../../library/streams.ts';
import { packed } from '../packed.ts';
import type { AppHandler } from './handler.ts';
import { longId } from './ids.ts';
import { headOf, readPage, streamInPath } from './items.ts';
import { CACHING, categoriesOf } from './present.ts';
import { continuationAfter } from './stream-query.ts';

const MOST_ENTRIES = 1_000;
const SCHEME = 'http://www.google.com/reader/';

export const atom: AppHandler = async (house, asked) => {
  const inPath = streamInPath(asked.call, '/reader/atom/');
  const { query, page, items } = await readPage(house, asked, { inPath, most: MOST_ENTRIES });
  const last = page.items.at(-1);
  const { id } = await headOf(house, asked.userId, query);
  const pieces = document({
    head: `<id>${escaped(`tag:google.com,2005:reader/${id}`)}</id><title>${escaped(id)}</title>${timed('updated', house.accounts.clock.now())}${
      page.more && last ? `<gr:continuation>${continuationAfter(last.id)}</gr:continuation>` : ''
    }`,
    items,
  });
  return packed(asked.call, pieces, {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Cache-Control': CACHING },
  });
};

async function* document({
  head,
  items,
}: {
  head: string;
  items: AsyncIterable<DressedItem[]>;
}): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gr="${SCHEME}atom/">${head}\n`;
  for await (const portion of items) yield portion.map(entry).join('');
  yield '</feed>\n';
}

function entry(dressed: DressedItem): string {
  const { item, feed, content } = dressed;
  const published = item.published ?? item.createdAt;
  const categories = categoriesOf(dressed).map(
    (term) =>
      `<category term="${escaped(term)}" scheme="${SCHEME}" label="${escaped(term.split('/').at(-1) ?? '')}"/>`,
  );
  const enclosures = (item.details.enclosures ?? []).map(
    ({ url, type }) =>
      `<link rel="enclosure" href="${escaped(url)}"${type === undefined ? '' : ` type="${escaped(type)}"`}/>`,
  );
  return `<entry gr:crawl-timestamp-msec="${item.createdAt}"><id>${longId(item.id)}</id><title>${escaped(item.title)}</title>
${timed('published', published)}${timed('updated', item.editedAt ?? published)}
<link rel="alternate" href="${escaped(item.url)}" type="text/html"/>${enclosures.join('')}${categories.join('')}
<author><name>${escaped(item.author ?? feed.title)}</name></author>
<content type="html">${escaped(content)}</content></entry>
`;
}

function timed(name: string, timeMs: number): string {
  return `<${name}>${new Date(timeMs).toISOString()}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 §2.2 forbids control characters and unpaired surrogates, even escaped. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
