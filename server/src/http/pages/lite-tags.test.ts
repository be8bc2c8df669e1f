// Tags without script: putting them on and taking them off by forms, undoing that, and finding what has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo, liteHouse, titlesIn } from '../../../test/lite-house.ts';
import type { Visited } from '../../../test/oauth-visitor.ts';

test('a tag is put on and taken off by forms, which can be undone, and leads to what has it', async (t) => {
  const { reader } = await liteHouse(t, 2);
  const { visitor } = reader;
  const none = await visitor.go('/lite/tags');
  assert.match(none.text, /You have no tags yet/);
  const item = await visitor.go(linkTo(await visitor.go('/lite?show=all'), 'Post 2'));
  const page = await visitor.go(tagsPage(item));
  const path = formPath(page);
  const title = 'the "best" C++ ＂\\';
  const done = await visitor.submit(page, path, { typed: ` ${title} ` });
  assert.equal(done.status, 303);
  const after = await visitor.go(done.location);
  assert.match(after.text, /role="status"><div>“the &quot;best&quot; C\+\+ ＂\\” was put on\./);
  // The list from which the item was opened is not forgotten.
  assert.match(after.text, /<a href="\/lite\/items\/\d+\?show=all">Back to the item</);
  const shown = await visitor.go(linkTo(await visitor.go('/lite?show=all'), 'Post 2'));
  const found = await visitor.go(tagLink(shown.text, '#the &quot;best&quot; C\\+\\+'));
  assert.deepEqual(titlesIn(found), ['Post 2']);
  assert.deepEqual(titlesIn(await visitor.go(tagLink((await visitor.go('/lite/tags')).text, 'the'))), [
    'Post 2',
  ]);

  // The first form of the page undoes what was done last.
  const undone = await visitor.go((await visitor.submit(after, path)).location);
  assert.match(undone.text, /was taken off\./);
  assert.match((await visitor.go('/lite/tags')).text, /You have no tags yet/);
  const again = await visitor.go((await visitor.submit(undone, path)).location);
  assert.match(again.text, /was put on\./);
  // Pressed twice, or done elsewhere: nothing is said that is not so.
  const { items } = await reader.client.items.list();
  await reader.client.tags.remove(items[0]?.id ?? 0, title);
  assert.doesNotMatch((await visitor.go(done.location)).text, /was put on/);
});

test('what is tagged on one item is offered for another', async (t) => {
  const { reader } = await liteHouse(t, 2);
  const { items } = await reader.client.items.list();
  const [newest, oldest] = items;
  await reader.client.tags.add(oldest?.id ?? 0, 'recipes');
  const page = await reader.visitor.go(`/lite/items/${newest?.id}/tags`);
  assert.match(
    page.text,
    /<label for="title">Your other tags<[\s\S]*<option value="recipes">recipes<\/option>/,
  );
  await reader.visitor.submit(page, formPath(page), { title: 'recipes' });
  assert.deepEqual((await reader.client.items.list()).items[0]?.['app.courant.items']?.tags, ['recipes']);
  // Forms send every end of a line as CR and LF.
  await reader.client.tags.add(newest?.id ?? 0, 'two\nlines');
  await reader.visitor.submit(page, formPath(page), { do: 'takeOff', title: 'two\r\nlines' });
  assert.deepEqual((await reader.client.items.list()).items[0]?.['app.courant.items']?.tags, ['recipes']);
});

test('a tag that is not taken stays in its field, with the reason, and after signing in again', async (t) => {
  const { reader, house } = await liteHouse(t, 1);
  const [item] = (await reader.client.items.list()).items;
  const path = `/lite/items/${item?.id}/tags`;
  const page = await reader.visitor.go(`${path}?show=all`);
  for (const typed of ['', '  ', 'x'.repeat(201)]) {
    const wrong = await reader.visitor.submit(page, path, { typed });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /A tag has 1 to 200 characters, and an item at most 100 tags\./);
    if (typed !== '') assert.match(wrong.text, new RegExp(`name="typed" value="${typed}"`));
  }
  for (let n = 0; n < 100; n++) await reader.client.tags.add(item?.id ?? 0, `t${n}`);
  assert.equal((await reader.visitor.submit(page, path, { typed: 'one more' })).status, 400);
  await house.clock.advance(15 * 24 * 3_600_000);
  const over = await reader.visitor.submit(page, path, { typed: 'half & half' });
  const next = new URL(over.location, 'https://x.example').searchParams.get('next');
  assert.equal(next, `${path}?show=all&typed=half+%26+half`);
  const chosen = await reader.visitor.submit(page, path, { do: 'put', title: 'chosen' });
  assert.match(decodeURIComponent(chosen.location), /&typed=chosen$/);
});

test('nobody sees or changes the tags of another', async (t) => {
  const { reader, other } = await liteHouse(t, 1);
  const [item] = (await reader.client.items.list()).items;
  const path = `/lite/items/${item?.id}/tags`;
  await reader.client.tags.add(item?.id ?? 0, 'secret');
  assert.doesNotMatch((await other.visitor.go('/lite/tags')).text, /secret/);
  assert.equal((await other.visitor.go(path)).status, 404);
  const page = await reader.visitor.go(path);
  assert.equal((await other.visitor.submit(page, path, { typed: 'x' })).status, 403);
  assert.equal((await reader.visitor.submit(page, path, { csrf: 'x', typed: 'x' })).status, 403);
});

function tagsPage({ text }: Visited): string {
  return /href="(\/lite\/items\/\d+\/tags[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

function formPath({ text }: Visited): string {
  return /action="(\/lite\/items\/\d+\/tags)"/.exec(text)?.[1] ?? '';
}

function tagLink(text: string, title: string): string {
  return new RegExp(`href="(/lite/search[^"]+)"><bdi>${title}`).exec(text)?.[1] ?? '';
}
