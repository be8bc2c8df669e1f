// The list without script: reading, marking, marking all and undoing that, with links and forms alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rss } from '../../../test/documents.ts';
import { follow } from '../../../test/house.ts';
import { documentOf, idIn, linkTo, liteHouse, titlesIn } from '../../../test/lite-house.ts';

test('an item is read, starred and left by forms, under a policy without scripts', async (t) => {
  const { reader } = await liteHouse(t, 3);
  const list = await reader.visitor.go('/lite');
  assert.equal(list.status, 200);
  assert.deepEqual(titlesIn(list), ['Post 3', 'Post 2', 'Post 1']);
  const policy = list.headers.get('Content-Security-Policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src/);

  const item = await reader.visitor.go(linkTo(list, 'Post 3'));
  assert.match(item.text, /<p>Text 3 <img src="\/images\//);
  assert.doesNotMatch(item.text, /picture\.example/);
  // Touch screens show no titles of pictures.
  assert.match(item.text, /<br><small>A &quot;joke&quot;<\/small>/);
  // Audio and video load from where they are.
  assert.match(item.headers.get('Content-Security-Policy') ?? '', /media-src https: http:/);
  assert.equal(item.headers.get('X-DNS-Prefetch-Control'), 'off');
  const mark = `/lite/items/${idIn(item)}/mark`;
  const starred = await reader.visitor.submit(item, mark, { mark: 'starred', next: '/lite?show=starred' });
  assert.deepEqual(titlesIn(await reader.visitor.go(starred.location)), ['Post 3']);
  // The form leads on to the next item, and the list is then shorter.
  const next = await reader.visitor.submit(item, mark);
  assert.match((await reader.visitor.go(next.location)).text, /Text 2/);
  assert.deepEqual(titlesIn(await reader.visitor.go('/lite')), ['Post 2', 'Post 1']);
  assert.deepEqual(titlesIn(await reader.visitor.go('/lite?show=all')), ['Post 3', 'Post 2', 'Post 1']);
});

test('an item says who wrote it and what belongs to it, and each of its marks has a way back', async (t) => {
  const { reader, house } = await liteHouse(t, 1);
  const { visitor, client } = reader;
  const url = 'https://b.example/feed';
  const whole = { guid: 'whole', title: 'Whole', link: 'https://site.example/whole', author: 'Ada' };
  const twice =
    '<img src="https://picture.example/1.png" alt="Same" title="Same"> <img src="https://picture.example/2.png">';
  const more =
    '<enclosure url="https://files.example/1.mp3" type="audio/mpeg" length="1"/><enclosure url="https://files.example/2" length="1"/><comments>https://site.example/talk</comments></item>';
  const posts = [
    { guid: 'bare', title: 'Bare', link: 'https://site.example/bare' },
    { ...whole, content: twice },
  ];
  house.web.serve(url, rss('Feed of b.example', posts.toReversed()).replace('</item>', more));
  await client.feeds.create({ feedUrl: url });
  const list = await visitor.go('/lite');
  assert.match(
    (await visitor.go(linkTo(list, 'Bare'))).text,
    /<div class="reading" lang="" dir="auto"><\/div>/,
  );
  const path = linkTo(list, 'Whole');
  const item = await visitor.go(path);
  for (const said of [
    /<title>Whole\b/,
    / · <bdi>Ada<\/bdi><\/p>/,
    /<a href="https:\/\/files\.example\/1\.mp3"[^>]*>audio\/mpeg on files\.example<\/a>/,
    />File on files\.example<\/a>/,
    />Read it on site\.example<\/a> · <a href="https:\/\/site\.example\/talk"[^>]*>Comments<\/a>/,
  ])
    assert.match(item.text, said);
  // What is said already, or nothing, is no title to be seen.
  assert.doesNotMatch(item.text, /<small>/);
  const page = `<article><p>${'The whole story, with a comma in it, and with enough words to be one. '.repeat(9)}</p></article>`;
  house.web.serve(whole.link, `<!doctype html><html><body>${page}</body></html>`);
  const id = Number(idIn(item));
  const mark = `/lite/items/${id}/mark`;
  const marksOn = (of: string) =>
    [...of.matchAll(/value="(read|unread|starred|unstarred)"/g)].map(([, each]) => each);
  assert.deepEqual(marksOn(item.text), ['read', 'read', 'starred']);
  await client.fullText.fetch(id);
  for (const each of ['read', 'starred']) {
    assert.equal((await visitor.submit(item, mark, { mark: each, next: path })).location, path);
  }
  const after = await visitor.go(path);
  assert.match(after.text, /The whole story/);
  assert.deepEqual(marksOn(after.text), ['unread', 'unstarred']);
  // Each leads back here.
  assert.deepEqual(
    [...after.text.matchAll(/name="next" value="([^"]*)"/g)].map(([, next]) => next),
    [path, path],
  );
  await visitor.submit(after, mark);
  const again = (await visitor.go(path)).text;
  assert.deepEqual(marksOn(again), ['read', 'read', 'unstarred']);
  assert.match(again, />Mark read, next</);
  assert.match((await visitor.go(linkTo(list, 'Post 1'))).text, />Mark read, back</);
});

test('marking all goes no further than what was shown, and is taken back by a form', async (t) => {
  const { reader, feedId, publish } = await liteHouse(t, 3);
  const list = await reader.visitor.go(`/lite?feed=${feedId}`);
  assert.match(list.text, /Mark all in Feed of a\.example read/);
  await publish(5);
  const done = await reader.visitor.submit(list, '/lite/read');
  assert.equal(done.status, 303);
  const after = await reader.visitor.go(done.location);
  assert.deepEqual(titlesIn(after), ['Post 5', 'Post 4']);
  assert.match(after.text, /3 items marked as read\./);
  const undone = await reader.visitor.submit(after, '/lite/undo');
  assert.equal(titlesIn(await reader.visitor.go(undone.location)).length, 5);
  // It is undone already, so undoing is not offered again.
  assert.doesNotMatch((await reader.visitor.go(done.location)).text, /marked as read/);
});

test('without styles, as in a text browser, words that are apart stay apart', async (t) => {
  const { reader } = await liteHouse(t, 1);
  const list = await reader.visitor.go('/lite');
  for (const page of [list, await reader.visitor.go(linkTo(list, 'Post 1'))]) {
    const body = page.text.replace(/^[\s\S]*<body>/, '');
    // Blocks begin a line of their own; everything else is one line.
    const read = body.replace(/<\/?(?:p|div|li|ol|h1|nav|main|article|footer|form|br)\b[^>]*>/g, '\n');
    for (const word of ['Unread', 'Feed of a.example', 'About this server', 'About our crawler'])
      assert.match(read.replace(/<[^>]*>/g, ''), new RegExp(`(?:^|\\s)${word}(?:\\s|$)`), word);
    assert.match(read.replace(/<[^>]*>/g, ''), /(?:^|\s)Post 1\s/);
  }
});

test('titles are in the language of their feed, in a list as above the text', async (t) => {
  const { reader, publish } = await liteHouse(t, 1);
  await publish(1, '<language>fr</language>');
  const list = await reader.visitor.go('/lite');
  assert.match(list.text, /lang="fr" dir="auto"><a [^>]*><b>Post 1</);
  const { text } = await reader.visitor.go(linkTo(list, 'Post 1'));
  assert.match(text, /<h1 lang="fr" dir="auto"><a [^>]*>Post 1</);
});

test('what says that it is of a day to come is of the day on which it came, as in the reader', async (t) => {
  const { reader, house } = await liteHouse(t, 1);
  const url = 'https://b.example/feed';
  const [post] = documentOf(1);
  const announced = { ...post, guid: 'to-come', title: 'To come', publishedAt: Date.UTC(2150, 0, 1) };
  await follow(house, reader.client, url, [announced]);
  const list = await reader.visitor.go('/lite');
  const item = await reader.visitor.go(linkTo(list, 'To come'));
  for (const { text } of [list, item]) assert.doesNotMatch(text, /(?<![\w-])2150(?![\w-])/);
  assert.match(item.text, new RegExp(`${new Date(house.clock.now()).getUTCFullYear()}</p>`));
});

test('older ones are a page further', async (t) => {
  const { reader } = await liteHouse(t, 60);
  const list = await reader.visitor.go('/lite');
  assert.equal(titlesIn(list).length, 50);
  const older = await reader.visitor.go(/href="(\/lite\?before=\d+)"/.exec(list.text)?.[1] ?? '');
  assert.deepEqual([titlesIn(older)[0], titlesIn(older).length], ['Post 10', 10]);
  assert.match(older.text, /Mark these and all older ones read/);
  await reader.visitor.submit(older, '/lite/read');
  assert.equal(titlesIn(await reader.visitor.go('/lite')).at(-1), 'Post 11');
});

test('feeds and groups lead to their lists, and what they are called is only text', async (t) => {
  const { reader, other, house, feedId } = await liteHouse(t, 2);
  await reader.client.groups.create({ title: '<b>News</b>', feedIds: [feedId] });
  const page = await reader.visitor.go('/lite/feeds');
  assert.match(page.text, /&lt;b&gt;News&lt;\/b&gt;/);
  assert.match(page.text, /2 unread/);
  const [, groupPath = ''] = /href="(\/lite\?group=\d+)"/.exec(page.text) ?? [];
  assert.deepEqual(titlesIn(await reader.visitor.go(groupPath)), ['Post 2', 'Post 1']);
  assert.doesNotMatch(page.text, /Other feeds|You follow nothing yet/);
  assert.match((await other.visitor.go('/lite/feeds')).text, /You follow nothing yet/);
  // What is in no group comes last, and all of it in the order that the person has given it.
  const posts = documentOf(1);
  const read = await follow(house, reader.client, 'https://b.example/feed', posts);
  const [only] = (await reader.client.feeds.items(read.id)).items;
  await reader.client.items.markRead(only?.id ?? 0);
  const first = await follow(house, reader.client, 'https://c.example/feed', posts);
  await reader.client.feeds.update(first.id, { position: 0 });
  const all = (await reader.visitor.go('/lite/feeds')).text.replace(/<nav[\s\S]*<\/nav>/, '');
  assert.deepEqual(
    [...all.matchAll(/<(?:bdi|h2|span class="count")>([^<]+)</g)].map(([, text]) => text),
    [
      '&lt;b&gt;News&lt;/b&gt;',
      '2 unread',
      'Feed of a.example',
      '2 unread',
      'Other feeds',
      'Feed of c.example',
      '1 unread',
      'Feed of b.example',
    ],
  );
  // Each list says which it is, and leads to what else is there.
  const more = ['Nothing unread.', 'Nothing here.', 'Show read items too', 'Search in '];
  const told = async (path: string) => {
    const { text } = await reader.visitor.go(path);
    const current = /<a href="([^"]*)" aria-current/.exec(text)?.[1];
    return [/<h1><bdi>([^<]*)/.exec(text)?.[1], current, ...more.filter((each) => text.includes(each))];
  };
  for (const [path, ...expected] of [
    ['/lite', 'Unread', '/lite'],
    ['/lite?show=all', 'Everything', '/lite?show=all'],
    ['/lite?show=starred', 'Starred', '/lite?show=starred', 'Nothing here.'],
    [
      `/lite?feed=${read.id}`,
      'Feed of b.example',
      '/lite/feeds',
      'Nothing unread.',
      'Show read items too',
      'Search in ',
    ],
    [`/lite?feed=${read.id}&show=all`, 'Feed of b.example', '/lite/feeds', 'Search in '],
    [groupPath, '&lt;b&gt;News&lt;/b&gt;', '/lite/feeds', 'Show read items too', 'Search in '],
  ] as const)
    assert.deepEqual(await told(path), expected, path);
});

test('an item is there also where its list has gone meanwhile', async (t) => {
  const { reader, feedId } = await liteHouse(t, 2);
  const group = await reader.client.groups.create({ title: 'News', feedIds: [feedId] });
  const path = linkTo(await reader.visitor.go(`/lite?group=${group.id}`), 'Post 2');
  await reader.client.groups.delete(group.id);
  const item = await reader.visitor.go(path);
  assert.equal(item.status, 200);
  assert.match(item.text, /Text 2/);
  // The way back and the way on lead through everything that is unread.
  const back = /<p class="note"><a href="([^"]+)"/.exec(item.text)?.[1] ?? '';
  assert.deepEqual(titlesIn(await reader.visitor.go(back.replace(/#.*/, ''))), ['Post 2', 'Post 1']);
  const next = await reader.visitor.submit(item, `/lite/items/${idIn(item)}/mark`);
  assert.match((await reader.visitor.go(next.location)).text, /Text 1/);
});

test('nobody sees or changes what is another’s, and strangers are sent to sign in', async (t) => {
  const { reader, other, stranger, feedId } = await liteHouse(t, 2);
  const list = await reader.visitor.go('/lite');
  const path = linkTo(list, 'Post 2');
  assert.equal((await stranger.go(path)).location, `/sign-in?next=${encodeURIComponent(path)}`);
  assert.deepEqual(titlesIn(await other.visitor.go('/lite')), []);
  assert.equal((await other.visitor.go(path)).status, 404);
  assert.equal((await other.visitor.go(`/lite?feed=${feedId}`)).status, 404);
  // The forms of one browser work neither in another browser nor without their token.
  const mark = `/lite/items/${/items\/(\d+)/.exec(path)?.[1]}/mark`;
  assert.equal((await other.visitor.submit(list, mark)).status, 403);
  assert.equal((await reader.visitor.submit(list, mark, { csrf: 'x' })).status, 403);
  const cross = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' };
  assert.equal((await reader.visitor.submit(list, mark, {}, cross)).status, 403);
  assert.equal(titlesIn(await reader.visitor.go('/lite')).length, 2);
  // A form only leads to these pages.
  for (const next of ['https://other.example/', '//other.example', '/sign-out', '/litexyz']) {
    assert.equal((await reader.visitor.submit(list, mark, { next })).location, '/lite', next);
  }
});

test('links and forms lead back to where one was in a long list', async (t) => {
  const { reader } = await liteHouse(t, 60);
  const { visitor } = reader;
  const list = await visitor.go('/lite?show=all');
  const older = await visitor.go(
    /href="(\/lite\?show=all&amp;before=\d+)"/.exec(list.text)?.[1]?.replace('&amp;', '&') ?? '',
  );
  const item = await visitor.go(linkTo(older, 'Post 5'));
  const [, back = ''] = /href="([^"]+)">Back to the list</.exec(item.text) ?? [];
  const [page = '', row = ''] = back.replace('&amp;', '&').split('#');
  assert.deepEqual(titlesIn(await visitor.go(page)), titlesIn(older));
  assert.match(older.text, new RegExp(`<li id="${row}"[^>]*>.*>Post 5<`));
  // Also after marking it, and from the list.
  const mark = `/lite/items/${idIn(item)}/mark`;
  for (const from of [older, { ...item, text: item.text.replace(/^[\s\S]*<\/form>(?=\n<form)/, '') }]) {
    const { location } = await visitor.submit(from, mark, { mark: 'starred' });
    assert.match(location, /^\/lite(?:\/items\/\d+)?\?show=all&before=\d+(?:#i\d+)?$/);
  }
  assert.match((await visitor.submit(older, mark)).location, new RegExp(`#${row}$`));

  // A row that has just been read stays, so that a slip can be taken back, and is gone with the next mark.
  const unread = await visitor.go('/lite');
  const rows = [...unread.text.matchAll(/<li id="i(\d+)"/g)].map(([, id]) => id);
  const done = await visitor.submit(unread, `/lite/items/${rows[3]}/mark`);
  assert.equal(done.location, `/lite?kept=${rows[3]}#i${rows[3]}`);
  const after = await visitor.go(done.location);
  assert.deepEqual(titlesIn(after).slice(0, 50), titlesIn(unread));
  assert.match(
    after.text,
    new RegExp(`<li id="i${rows[3]}" class="is-read">.*\\n.*aria-label="Mark unread:`),
  );
  const other = await visitor.submit(after, `/lite/items/${rows[0]}/mark`);
  assert.equal(other.location, `/lite?kept=${rows[0]}#i${rows[0]}`);
  const both = titlesIn(await visitor.go(other.location));
  assert.deepEqual([both.includes('Post 57'), both.includes('Post 60')], [false, true]);
  const undone = await visitor.submit(after, `/lite/items/${rows[3]}/mark`);
  assert.equal(titlesIn(await visitor.go(undone.location)).filter((title) => title === 'Post 57').length, 1);
  // One of another page or of nobody is not shown.
  for (const kept of [1, 999_999])
    assert.deepEqual(titlesIn(await visitor.go(`/lite?kept=${kept}`)).length, 50, String(kept));
  const foreign = await visitor.submit(unread, `/lite/items/${rows[5]}/mark`, {
    next: '/lite#x"y',
  });
  assert.equal(foreign.location, '/lite');
});

test('a page behind the last one leads to the newest', async (t) => {
  const { reader } = await liteHouse(t, 2);
  const page = await reader.visitor.go('/lite?before=1');
  assert.deepEqual(titlesIn(page), []);
  assert.match(page.text, /<a class="button" href="\/lite">Newest</);
});

test('a form that comes after the session is over leads back to its page', async (t) => {
  const { reader, house } = await liteHouse(t, 1);
  const list = await reader.visitor.go('/lite?show=all');
  const item = await reader.visitor.go(linkTo(list, 'Post 1'));
  await house.clock.advance(15 * 24 * 3_600_000);
  // Not on to the next one: this one is not marked yet.
  const mark = `/lite/items/${idIn(item)}/mark`;
  const [ofItem, inList, all] = [
    await reader.visitor.submit(item, mark),
    await reader.visitor.submit(list, mark),
    await reader.visitor.submit(list, '/lite/read'),
  ];
  assert.equal(ofItem.location, `/sign-in?next=${encodeURIComponent(`/lite/items/${idIn(item)}?show=all`)}`);
  for (const { location } of [inList, all])
    assert.match(location, /^\/sign-in\?next=%2Flite%3Fshow%3Dall(?:%23i\d+)?$/);
});

test('what a person writes leaves the places of others alone', async (t) => {
  const { reader, house } = await liteHouse(t, 3);
  const { visitor } = reader;
  const { store } = house.house.library;
  const { write } = store;
  const list = await visitor.go('/lite');
  const tags = `/lite/items/${idIn(list)}/tags`;
  const forms = {
    [`/lite/items/${idIn(list)}/mark`]: list,
    '/lite/read': list,
    '/lite/undo': await visitor.go((await visitor.submit(list, '/lite/read')).location),
    [tags]: await visitor.go(tags),
  };
  for (const [path, page] of Object.entries(forms)) {
    const users: unknown[] = [];
    store.write = (fn, options) => {
      users.push(options?.userId);
      return write(fn, options);
    };
    await visitor.submit(page, path, path === tags ? { typed: 'recipes' } : {});
    store.write = write;
    assert.deepEqual(new Set(users), new Set([reader.userId]), path);
  }
});

test('what is pressed twice is done once, and can still be undone', async (t) => {
  const { reader, house } = await liteHouse(t, 3);
  const { visitor } = reader;
  const list = await visitor.go('/lite');
  const [first, second] = [
    await visitor.submit(list, '/lite/read'),
    await visitor.submit(list, '/lite/read'),
  ];
  assert.equal(second.location, first.location);
  const after = await visitor.go(second.location);
  assert.match(after.text, /3 items marked as read\./);
  for (let times = 0; times < 2; times++)
    assert.equal((await visitor.submit(after, '/lite/undo')).location, '/lite');
  assert.equal(titlesIn(await visitor.go('/lite')).length, 3);
  assert.equal((await visitor.submit(after, '/lite/undo', { entry: '999' })).status, 404);

  // What was marked long ago is not what has just been pressed.
  await visitor.submit(list, '/lite/read');
  await house.clock.advance(3_600_000);
  assert.equal((await visitor.submit(list, '/lite/read')).location, '/lite');
});

test('a list where nothing is left to be marked offers no undo of what was marked in another', async (t) => {
  const { reader, house } = await liteHouse(t, 3);
  const { visitor } = reader;
  const other = await follow(house, reader.client, 'https://b.example/feed', documentOf(2));
  const there = `/lite?feed=${other.id}&show=all`;
  await visitor.submit(await visitor.go(there), '/lite/read');
  await visitor.submit(await visitor.go('/lite'), '/lite/read');
  const after = await visitor.submit(await visitor.go(there), '/lite/read');
  assert.equal(after.location, there);
});

test('people without scripts find their account from there, and the way back', async (t) => {
  const { reader, stranger } = await liteHouse(t, 1);
  for (const path of ['/lite', '/lite/feeds', '/lite/search', '/lite/tags']) {
    const { text } = await reader.visitor.go(path);
    assert.match(text, /<a class="wordmark" href="\/lite">/, path);
    assert.match(text, /<footer><a href="\/account">/, path);
  }
  for (const { text } of [await reader.visitor.go('/account'), await stranger.go('/')])
    assert.match(text, /<a href="\/lite">Read without JavaScript</);
  // The home page of who is signed in is the reader, which needs scripts.
  for (const path of ['/lite/items/999', '/lite/nowhere']) {
    const gone = await reader.visitor.go(path);
    assert.equal(gone.status, 404);
    assert.match(gone.text, /<a class="button" href="\/lite">/, path);
  }
  assert.match((await reader.visitor.go('/nowhere')).text, /<a class="button" href="\/">/);
});
