// Feed documents that tests publish.

export interface TestPost {
  guid: string;
  title?: string;
  link?: string;
  publishedAt?: number;
  content?: string;
  author?: string;
}

/** An RSS 2.0 document. */
export function rss(title: string, posts: readonly TestPost[]): string {
  const items = posts.map((post) =>
    [
      '<item>',
      `<guid isPermaLink="false">${post.guid}</guid>`,
      post.title === undefined ? '' : `<title>${post.title}</title>`,
      post.link === undefined ? '' : `<link>${post.link}</link>`,
      post.publishedAt === undefined ? '' : `<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>`,
      post.author === undefined ? '' : `<dc:creator>${post.author}</dc:creator>`,
      post.content === undefined ? '' : `<description><![CDATA[${post.content}]]></description>`,
      '</item>',
    ].join(''),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${title}</title>
<link>https://site.example/</link><description/>${items.join('\n')}</channel></rss>`;
}

/** Posts called Post `first` to Post `last`, an hour apart. */
export function posts(first: number, last: number): TestPost[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    return {
      guid: `post-${number}`,
      title: `Post ${number}`,
      link: `https://site.example/${number}`,
      publishedAt: Date.UTC(2026, 0, 1, number),
      content: `<p>Text ${number}</p>`,
    };
  });
}
