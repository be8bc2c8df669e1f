// How much a feed publishes, where another one has moved to it: what came along counts for those only who have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { posts } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { join } from './joined.ts';

const PRIVATE = 'https://some.example/feed?token=secret';
const PUBLIC = 'https://some.example/feed';

test('nobody sees when a feed has published that somebody else follows and that has moved to where theirs is', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  await follow(house, otto.client, PUBLIC, posts(1, 3));
  await house.crawl(25 * 3_600_000);
  const before = await countsOf(otto.client);
  await follow(house, ines.client, PRIVATE, posts(50, 90));
  const hers = await countsOf(ines.client);
  await join(house, PRIVATE, PUBLIC);
  assert.equal((await ines.client.feeds.list())[0]?.feed_url, PUBLIC);
  assert.deepEqual(await countsOf(otto.client), before);
  assert.deepEqual(await countsOf(ines.client), { ...hers, posts: 44 });
  const eva = await house.signIn('eva');
  await eva.client.feeds.create({ feedUrl: PUBLIC });
  assert.deepEqual(await countsOf(eva.client), before);
});

/** The posts in every plot, and what the list of feeds says of them. */
async function countsOf({ feeds }: Client) {
  const [pulse] = await feeds.pulses();
  const { days, weeks, hours } = await feeds.activity(pulse?.feed_id ?? 0);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  assert.deepEqual([sum(weeks), sum(hours)], [pulse?.posts, pulse?.posts]);
  assert.equal(sum(days.map(({ posts: count }) => count)), pulse?.posts);
  assert.equal(sum((await feeds.pulse()).days), pulse?.posts);
  return { posts: pulse?.posts, newest: pulse?.newest_post_at };
}
