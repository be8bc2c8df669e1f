import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPlansBack } from '../schedule/set-plans-back.ts';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const AHEAD = 10 * 365 * 24 * HOUR;

test('a post that was edited, and a site that moved, while the clock was ahead are followed on once it is right', async (t) => {
  const b = await bench(t);
  const shown = (text: string, site: string) => ({
    body: rss([{ n: 1, text }, 2], { site }),
    headers: { etag: text },
  });
  b.web.serve(
    FEED,
    shown('Draft', 'https://a.example/'),
    shown('Second', 'https://b.example/'),
    shown('Final', 'https://c.example/'),
  );
  const { sourceId, userId } = await b.subscribe(FEED);
  const visit = async () => {
    await b.clock.advance(HOUR);
    await b.wait(b.crawler.refresh(sourceId));
    const items = await b.items(userId);
    return ['Post 1', 'Post 2'].map((title) => {
      const item = items.find((each) => each.title === title);
      return title === 'Post 1' ? (item?.content ?? item?.summary) : item?.url;
    });
  };
  const right = b.clock.now();
  b.clock.set(right + AHEAD);
  assert.deepEqual(await visit(), ['Second', 'https://b.example/2']);
  b.clock.set(right + HOUR);
  await setPlansBack(b.store);
  assert.deepEqual(await visit(), ['Final', 'https://c.example/2']);
});
