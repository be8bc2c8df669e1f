// A house with people who read its list without script, and what they see there.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSession } from '../src/accounts/sessions.ts';
import { rss, type TestPost } from './documents.ts';
import { follow, testHouse } from './house.ts';
import { type Visited, visitorTo } from './oauth-visitor.ts';

/** A house with two people, one of whom follows a feed with that many posts, and their browsers. */
export async function liteHouse(t: TestContext, count: number) {
  const house = await testHouse(t);
  const person = async (name: string) => {
    const signedIn = await house.signIn(name);
    const user = { id: signedIn.userId, name, isAdmin: false, createdAt: 0 };
    const secret = await startSession(house.house.accounts, user);
    return { ...signedIn, visitor: visitorTo(house, `__Host-courant=${secret}`) };
  };
  const [reader, other] = [await person('ines'), await person('otto')];
  const url = 'https://a.example/feed';
  const feed = await follow(house, reader.client, url, documentOf(count));
  return {
    house,
    reader,
    other,
    stranger: visitorTo(house),
    feedId: feed.id,
    async publish(newCount: number, language = ''): Promise<void> {
      const document = rss('Feed of a.example', documentOf(newCount));
      house.web.serve(url, document.replace('<description/>', `$&${language}`));
      await house.crawl(7 * 24 * 3_600_000);
    },
  };
}

export function documentOf(count: number): TestPost[] {
  return Array.from({ length: count }, (_, index) => ({
    guid: `post-${index + 1}`,
    title: `Post ${index + 1}`,
    link: `https://site.example/${index + 1}`,
    content: `<p>Text ${index + 1} <img src="https://picture.example/${index + 1}.png" alt="" title="A &quot;joke&quot;"></p>`,
    publishedAt: Date.UTC(2025, 11, 1, index),
  }));
}

export function titlesIn({ text }: Visited): string[] {
  return [...text.matchAll(/class="row-title"[^>]*><a [^>]*><b>([^<]*)/g)].map(([, title]) => title ?? '');
}

export function linkTo({ text }: Visited, title: string): string {
  const [, href = ''] =
    new RegExp(`class="row-title"[^>]*><a class="quiet" href="([^"]+)"><b>${title}<`).exec(text) ?? [];
  assert.ok(href !== '', `no link to ${title}`);
  return href.replaceAll('&amp;', '&');
}

export function idIn({ text }: Visited): string {
  return /action="\/lite\/items\/(\d+)\/mark"/.exec(text)?.[1] ?? '';
}
