// A site with articles, for tests of how its text, its pictures and its files are shown.
import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

export const browser = await openBrowser();

interface Site extends BrowserContextOptions {
  /** What is in the item beside its title, or in each of several items by theirs. */
  item: string | Record<string, string>;
  /** The bytes of a picture, or a drawing. */
  picture?: (path: string | undefined) => Buffer | string;
}

/** Opens the first article of a site. `open`: opens one of several by its title. */
export async function readArticle(
  t: TestContext,
  { item, picture = () => '', ...look }: Site,
  fn: (page: Page, open: (title: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const items = typeof item === 'string' ? { 'An article': item } : item;
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, ({ url: path }, response) => {
    const body = path === '/feed.xml' ? feedOf(items) : picture(path);
    const type = path === '/feed.xml' ? 'application/rss+xml' : 'image/*';
    response.setHeader('Content-Type', type).end(body);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.readOnce({ ...desktop, ...look }, async (page) => {
    const open = async (title: string): Promise<void> => {
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    };
    const [first = ''] = Object.keys(items);
    await open(first);
    await fn(page, open);
  });
}

function feedOf(items: Record<string, string>): string {
  const each = Object.entries(items).map(
    ([title, item]) => `<item><guid>${title}</guid><title>${title}</title>${item}</item>`,
  );
  return `<rss version="2.0"><channel><title>Site</title>${each.join('')}</channel></rss>`;
}

/** A picture of this size, in one colour. */
export function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  const rest = '800000ffffff000000' + '2c00000000010001000002024401003b';
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from(rest, 'hex')]);
}
