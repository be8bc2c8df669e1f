// A site with one article, for tests of how its text, its pictures and its files are shown.
import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

export const browser = await openBrowser();

interface Site extends BrowserContextOptions {
  /** What is in the item beside its title. */
  item: string;
  /** The bytes of a picture, or a drawing. */
  picture?: (path: string | undefined) => Buffer | string;
}

/** Opens the only article of a site. */
export async function readArticle(
  t: TestContext,
  { item, picture = () => '', ...look }: Site,
  fn: (page: Page) => Promise<void>,
): Promise<void> {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, ({ url: path }, response) => {
    const body = path === '/feed.xml' ? feedOf(item) : picture(path);
    const type = path === '/feed.xml' ? 'application/rss+xml' : 'image/*';
    response.setHeader('Content-Type', type).end(body);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.readOnce({ ...desktop, ...look }, async (page) => {
    await page.getByRole('link', { name: 'An article', exact: true }).click();
    await fn(page);
  });
}

function feedOf(item: string): string {
  return `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>An article</title>${item}</item></channel></rss>`;
}

/** A picture of this size, in one colour. */
export function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  const rest = '800000ffffff000000' + '2c00000000010001000002024401003b';
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from(rest, 'hex')]);
}
