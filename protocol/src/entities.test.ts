import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateTime, feed, group, instance, item } from './entities.ts';

const now = '2026-11-20T08:30:00.000Z';
const entities = {
  instance: {
    schema: instance,
    least: {
      name: 'News',
      url: 'https://news.example',
      version: '0.1.0',
      implementation_name: 'Courant',
      implementation_version: '0.1.0',
    },
    more: { extensions: { 'com.example.tags': 'https://news.example/docs/tags' } },
  },
  group: {
    schema: group,
    least: { id: 1, title: 'News', feed_ids: [2, 5] },
    more: { service_url: 'https://news.example/groups/1' },
  },
  feed: {
    schema: feed,
    least: {
      id: 1,
      title: 'Blog',
      url: 'https://blog.example',
      feed_url: 'https://blog.example/feed',
      last_updated: now,
      group_ids: [],
    },
    more: { service_url: 'https://news.example/feeds/1' },
  },
  item: {
    schema: item,
    least: { id: 1, feed_id: 1, title: 'Post', url: 'https://blog.example/1', read: false, created_at: now },
    more: {
      author: 'A',
      published: now,
      content: '<p>',
      summary: '',
      service_url: 'https://news.example/items/1',
    },
  },
};

for (const [name, { schema, least, more }] of Object.entries(entities)) {
  test(`an ${name} needs its required fields and takes its optional ones`, () => {
    assert.equal(schema.safeParse(least).success, true);
    assert.equal(schema.safeParse({ ...least, ...more }).success, true);
    for (const field of Object.keys(least)) {
      assert.equal(schema.safeParse({ ...least, [field]: undefined }).success, false, field);
    }
  });

  test(`an optional field of an ${name} is left out, never null`, () => {
    for (const field of Object.keys(more)) {
      assert.equal(schema.safeParse({ ...least, [field]: null }).success, false, field);
    }
  });

  test(`an ${name} keeps what an extension adds`, () => {
    const extended = { ...least, 'com.example.tags': { tags: [1] } };
    assert.deepEqual(schema.parse(extended), extended);
  });
}

test('ids in an entity are positive, ascending and given once', () => {
  const holds = (feed_ids: unknown) => group.safeParse({ id: 1, title: 'a', feed_ids }).success;
  assert.equal(holds([1, 2, 9]), true);
  for (const ids of [[2, 1], [1, 1], [0], [-1], [1.5], ['1'], [2 ** 53]])
    assert.equal(holds(ids), false, `${ids}`);
});

test('a date is ISO 8601 in UTC with milliseconds', () => {
  assert.equal(dateTime.safeParse(now).success, true);
  for (const date of [
    '2026-11-20',
    '2026-11-20T08:30:00Z',
    '2026-11-20T08:30:00.000+01:00',
    '2026-02-30T08:30:00.000Z',
  ]) {
    assert.equal(dateTime.safeParse(date).success, false, date);
  }
});
