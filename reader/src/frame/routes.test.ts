import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stream } from '../data/stream.ts';
import { shellPaths } from '../paths.ts';
import { pathOf, routeOf } from './routes.ts';

const streams: Stream[] = [
  { kind: 'unread' },
  { kind: 'starred' },
  { kind: 'everything' },
  { kind: 'feed', id: 12 },
  { kind: 'group', id: 3 },
  { kind: 'search', words: 'slow & "far" 東京' },
];

test('the address of a stream, and of an item in it, leads back to it', () => {
  for (const stream of streams) {
    for (const itemId of [undefined, 941]) {
      const { pathname, search } = new URL(pathOf(stream, itemId), 'https://news.example');
      assert.deepEqual(routeOf({ pathname, search }), { kind: 'stream', stream, itemId });
    }
  }
});

test('an item alone stands among everything, and what is nowhere is told so', () => {
  const at = (pathname: string) => routeOf({ pathname, search: '' });
  assert.deepEqual(at('/items/9'), { kind: 'stream', stream: { kind: 'everything' }, itemId: 9 });
  assert.deepEqual(at('/feeds/7/about'), { kind: 'screen', path: '/feeds/:id/about', params: { id: '7' } });
  for (const path of ['/nowhere', '/feeds/x', '/groups', '/items/x', '/unread/3'])
    assert.equal(at(path).kind, 'nowhere', path);
});

test('the service answers every address that the reader makes', () => {
  const patterns = shellPaths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
  for (const stream of streams) {
    for (const itemId of [undefined, 941]) {
      const { pathname } = new URL(pathOf(stream, itemId), 'https://news.example');
      assert.ok(
        patterns.some((pattern) => pattern.test(pathname)),
        pathname,
      );
    }
  }
});
