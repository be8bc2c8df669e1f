// Which feeds the table of feeds shows, and in which order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feed, Group } from '@courant/client';
import { inOrder, isQuiet, isShown, type Line, type Wish } from './choose.ts';

const now = Date.UTC(2026, 10, 21);
const news = { id: 1, title: 'News', feed_ids: [1] } as Group;
const lines = [
  line({ id: 1, title: 'Zürich heute', groups: [news], posts: 40, newest: '2026-11-20', unread: 3 }),
  line({ id: 2, title: 'almanac 10', posts: 0, newest: '2025-01-01', isFailing: true }),
  line({ id: 3, title: 'Almanac 9', posts: 40, unread: 9 }),
];
const all: Wish = { words: '', show: 'all', groupId: undefined, sortBy: 'title', isDescending: false };

test('words are found in titles and addresses, without accents and in any order', () => {
  assert.deepEqual(shown({ words: ' HEUTE zurich ' }), [1]);
  assert.deepEqual(shown({ words: 'three.example' }), []);
  assert.deepEqual(shown({ words: '3.example' }), [3]);
  assert.deepEqual(shown({ words: '' }), [1, 2, 3]);
});

test('feeds are shown by group, by health, and where they have fallen silent', () => {
  assert.deepEqual(shown({ groupId: 1 }), [1]);
  assert.deepEqual(shown({ groupId: 0 }), [2, 3]);
  assert.deepEqual(shown({ show: 'failing' }), [2]);
  assert.deepEqual(shown({ show: 'failing', groupId: 1 }), []);
  assert.deepEqual(shown({ show: 'quiet' }), [2, 3]);
});

test('nothing is called quiet before it is known when it published', () => {
  const [first] = lines;
  assert.ok(first);
  assert.equal(isQuiet({ ...first, pulse: undefined }, now), false);
});

test('feeds stand by titles as people sort them, or by numbers and then by titles', () => {
  assert.deepEqual(order({}), [3, 2, 1]);
  assert.deepEqual(order({ isDescending: true }), [1, 2, 3]);
  assert.deepEqual(order({ sortBy: 'posts', isDescending: true }), [3, 1, 2]);
  assert.deepEqual(order({ sortBy: 'unread', isDescending: true }), [3, 1, 2]);
  assert.deepEqual(order({ sortBy: 'newest' }), [3, 2, 1]);
  assert.deepEqual(order({ sortBy: 'group', isDescending: true }), [1, 3, 2]);
});

function shown(wish: Partial<Wish>): number[] {
  return lines.filter((each) => isShown(each, { ...all, ...wish }, now)).map(({ feed }) => feed.id);
}

function order(wish: Partial<Wish>): number[] {
  return inOrder(lines, { ...all, ...wish }, 'de').map(({ feed }) => feed.id);
}

interface Facts {
  id: number;
  title: string;
  groups?: Group[];
  posts: number;
  newest?: string;
  unread?: number;
  isFailing?: boolean;
}

function line({ id, title, groups = [], posts, newest, unread = 0, isFailing = false }: Facts): Line {
  const url = `https://${id}.example/`;
  const feed = { id, title, url, feed_url: `${url}feed`, group_ids: groups.map((group) => group.id) } as Feed;
  const pulse = { feed_id: id, posts, ...(newest ? { newest_post_at: `${newest}T00:00:00.000Z` } : {}) };
  return { feed, groups, unread, isFailing, pulse };
}
