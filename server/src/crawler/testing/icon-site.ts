// A site with a feed and an icon, for tests: its answers, and the requests that it gets.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { readIcons } from '../../store/sources/icons.ts';
import { sql } from '../../store/sql.ts';
import { type Bench, bench, rss } from './bench.ts';
import { DAY, HOUR, MINUTE } from './plan.ts';

export const FEED = 'https://feeds.paper.net/rss';
export const SITE = 'https://courier.com';
export const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
export const ICO = Uint8Array.of(0, 0, 1, 0, 1, 0, 16, 16);
export const none: FakeAnswer = { status: 404 };
export const page = (link: string): FakeAnswer => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>C</title>${link}</head><body>Hello</body></html>`,
});

export function addressOf(place: string): string {
  return new URL(place, SITE).href;
}

export function feed(picture?: string): string {
  const extra = picture === undefined ? '' : `<image><url>${picture}</url></image>`;
  return rss([], { site: `${SITE}/`, extra });
}

export async function someSite(
  t: TestContext,
  { picture, feed: url = FEED }: { picture?: string | undefined; feed?: string },
) {
  const b = await bench(t, { findsIcons: true });
  b.web.serve(url, feed(picture));
  const subscribed = await b.subscribe(url);
  return {
    b,
    ...subscribed,
    /** The addresses of all requests but those for the feed. */
    calls: () => b.web.requests.map((request) => request.url).filter((each) => each !== url),
    iconIds: () => b.store.read((tx) => tx.all<{ id: number }>(sql`SELECT id FROM icons`)),
  };
}

export async function types(b: Bench): Promise<string[]> {
  return (await b.store.read((tx) => readIcons(tx, [1]))).map((icon) => icon.type);
}

/** Makes all calls that fall due within most of a month: whatever the search has found, no other begins in that time. */
export async function month(b: Bench): Promise<void> {
  for (const ms of [6 * MINUTE, HOUR, DAY, 28 * DAY]) await advance(b, ms);
}

/** Lets the month end, and makes all calls that are due then. */
export async function later(b: Bench): Promise<void> {
  await advance(b, 31 * DAY);
}

export async function advance(b: Bench, ms: number): Promise<void> {
  await b.clock.sleep(ms);
  for (let round = 0; round < 40; round++) {
    if ((await b.wait(b.crawler.runDue())) === 0) return;
    await b.clock.advance(1_200);
  }
  assert.fail('there is no end to what is due');
}
