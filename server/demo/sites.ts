// The sites of the demonstration: each publishes one feed, in one format and with the habits of sites of its kind.

export interface Site {
  /** Its folder in feeds/. */
  folder: string;
  /** The title of its page, and its language. */
  title: string;
  language: string;
  /** The document in the folder, where the site serves it, and the content type that it declares. */
  feed: { file: string; path: string; type: string };
  /** Pages that posts link to and that are not posts themselves: path → title and text. */
  pages: Readonly<Record<string, readonly [title: string, text: string]>>;
}

export const sites: readonly Site[] = [
  {
    folder: 'harbour-kitchen',
    title: 'The Harbour Kitchen',
    language: 'en',
    feed: { file: 'feed.xml', path: '/feed/', type: 'application/rss+xml; charset=UTF-8' },
    pages: {},
  },
  {
    folder: 'slow-trains',
    title: 'Slow Trains',
    language: 'en',
    feed: { file: 'feed.atom', path: '/feed.atom', type: 'application/atom+xml' },
    pages: {
      '/journal/2025/lake-lines': ['Lake lines', 'Seven lines on which the water is on the left.'],
    },
  },
  {
    folder: 'pebbles',
    title: 'Pebbles',
    language: 'en',
    feed: { file: 'feed.json', path: '/feed.json', type: 'application/feed+json' },
    pages: {
      '/elsewhere/moths': ['Moths at one lamp', 'Nine years of moths, drawn as a staircase.'],
      '/about': ['About', 'Mira Castellane picks things up and puts them here.'],
    },
  },
  {
    folder: 'tidepool',
    title: 'Tidepool Laboratory: Notebook',
    language: 'en',
    feed: { file: 'index.rdf', path: '/index.rdf', type: 'application/rdf+xml' },
    pages: { '/notes/49': ['Note 49: Withdrawn', 'See Note 56.'] },
  },
  {
    folder: 'night-ferry',
    title: 'The Night Ferry',
    language: 'en',
    feed: { file: 'episodes.xml', path: '/episodes.xml', type: 'text/xml; charset=utf-8' },
    pages: {},
  },
  {
    folder: 'two-herons',
    title: 'Two Herons',
    language: 'en',
    feed: { file: 'rss.xml', path: '/rss.xml', type: 'application/rss+xml' },
    pages: {},
  },
  {
    folder: 'podokonnik',
    title: 'Подоконник',
    language: 'ru',
    // No charset: only the declaration in the document names it, as on many small servers.
    feed: { file: 'rss.xml', path: '/rss.xml', type: 'application/xml' },
    pages: {},
  },
];
