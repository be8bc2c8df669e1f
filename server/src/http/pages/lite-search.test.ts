// The search without script: what it finds, where it leads, and what it says if it finds nothing or cannot be understood.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../../../test/house.ts';
import { documentOf, linkTo, liteHouse, titlesIn } from '../../../test/lite-house.ts';

test('a search finds what the same words find everywhere, page by page', async (t) => {
  const { reader } = await liteHouse(t, 60);
  const { visitor } = reader;
  const empty = await visitor.go('/lite/search');
  assert.match(empty.text, /<form class="line" method="get" action="\/lite\/search"/);
  assert.match(empty.text, /is:unread/);
  const first = await visitor.go('/lite/search?q=Post+-title:7');
  assert.match(first.text, /<input[^>]* name="q"[^>]* value="Post -title:7"/);
  assert.deepEqual([titlesIn(first)[0], titlesIn(first).length], ['Post 60', 50]);
  assert.ok(!titlesIn(first).includes('Post 7'));
  const older = await visitor.go(hrefIn(first.text, 'Older'));
  assert.deepEqual(
    titlesIn(older),
    ['Post 9', 'Post 8', 'Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1', 'Post 10'].sort(
      newestFirst,
    ),
  );
  assert.doesNotMatch(older.text, />Older</);
  assert.deepEqual(titlesIn(await visitor.go(hrefIn(older.text, 'Newest'))), titlesIn(first));
  // Read items stay, so nothing is marked by the way.
  assert.doesNotMatch(first.text, /action="\/lite\/read"/);
});

test('an item that was found leads to the next one found, and back to what was found', async (t) => {
  const { reader } = await liteHouse(t, 4);
  const { visitor } = reader;
  const found = await visitor.go('/lite/search?q=%223%22+OR+%221%22');
  assert.deepEqual(titlesIn(found), ['Post 3', 'Post 1']);
  const item = await visitor.go(linkTo(found, 'Post 3'));
  const mark = /action="(\/lite\/items\/\d+\/mark)"/.exec(item.text)?.[1] ?? '';
  const next = await visitor.submit(item, mark);
  const last = await visitor.go(next.location);
  assert.match(last.text, /Text 1/);
  const back = await visitor.go(hrefIn(last.text, 'Back to the list'));
  assert.deepEqual(titlesIn(back), ['Post 3', 'Post 1']);
});

test('what is not found, or not understood, is said, and the words stay to be changed', async (t) => {
  const { reader } = await liteHouse(t, 1);
  const nothing = await reader.visitor.go('/lite/search?q=zebra');
  assert.equal(nothing.status, 200);
  assert.match(nothing.text, /role="status">Nothing found\./);
  for (const [words, said] of [
    ['is:new', 'is:new is unknown, must be is:unread, is:read or is:starred'],
    ['-', 'there is no word in it'],
    ['x'.repeat(501), 'it is longer than 500 characters'],
  ] as const) {
    const wrong = await reader.visitor.go(`/lite/search?${new URLSearchParams({ q: words })}`);
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, new RegExp(`role="alert".*Cannot search: ${said}\\.`));
    assert.match(wrong.text, new RegExp(`value="${words}"[^>]* aria-describedby="problem"`));
  }
});

test('a search in a feed or a group finds what is there, and only in one’s own', async (t) => {
  const { reader, other, house, feedId } = await liteHouse(t, 2);
  const more = await follow(house, reader.client, 'https://b.example/feed', documentOf(3));
  const group = await reader.client.groups.create({ title: 'News', feedIds: [more.id] });
  const list = await reader.visitor.go(`/lite?group=${group.id}`);
  const search = await reader.visitor.go(hrefIn(list.text, 'Search in News'));
  assert.match(search.text, new RegExp(`<input type="hidden" name="group" value="${group.id}">`));
  assert.match(search.text, /<label for="q">Search in News</);
  const inGroup = await reader.visitor.go(`/lite/search?group=${group.id}&q=Post`);
  assert.equal(titlesIn(inGroup).length, 3);
  assert.equal(titlesIn(await reader.visitor.go(hrefIn(inGroup.text, 'Search all items'))).length, 5);
  assert.equal(titlesIn(await reader.visitor.go(`/lite/search?feed=${feedId}&q=Post`)).length, 2);
  assert.deepEqual(titlesIn(await other.visitor.go('/lite/search?q=Post')), []);
  for (const place of [`feed=${feedId}`, `group=${group.id}`])
    assert.equal((await other.visitor.go(`/lite/search?${place}&q=Post`)).status, 404);
});

test('marking all of what was found is no form of ours, and marks nothing', async (t) => {
  const { reader } = await liteHouse(t, 3);
  const list = await reader.visitor.go('/lite');
  const next = '/lite/search?q=Post';
  assert.equal((await reader.visitor.submit(list, '/lite/read', { next })).status, 400);
  assert.equal((await reader.client.items.list({ only: 'unread' })).items.length, 3);
});

/** Where a link leads. */
function hrefIn(text: string, words: string): string {
  const [, href = ''] = new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${words}</a>`).exec(text) ?? [];
  assert.ok(href !== '', `no link says ${words}`);
  return href.replaceAll('&amp;', '&').replace(/#.*/, '');
}

function newestFirst(a: string, b: string): number {
  return Number(b.slice(5)) - Number(a.slice(5));
}
