import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from './limits.ts';
import { readArticle } from './read-article.ts';

const PAGE = 'https://site.example/2026/story';
const words = 'A sentence of some words, with a comma in it, that belongs to the story. ';
const paragraphs = Array.from({ length: 8 }, (_, n) => `<p>Number ${n}: ${words.repeat(3)}</p>`).join('');

const read = (html: string, from: { url: string; contentType?: string } = { url: PAGE }) =>
  readArticle(Buffer.from(html), from);

function contentOf(html: string): string {
  const reading = read(html);
  assert.equal(reading.kind, 'article', html.slice(0, 80));
  return reading.kind === 'article' ? reading.content : '';
}

function page(article: string, head = ''): string {
  return `<!doctype html><html><head><title>Story</title>${head}</head><body>
    <header><nav><a href="/">Home</a> <a href="/more">More</a></nav></header>
    <main><article><h1>Story</h1>${article}</article></main>
    <aside><h2>Read on</h2><ul><li><a href="/x">Another story</a></li></ul></aside>
    <footer>Copyright, terms, cookies</footer></body></html>`;
}

test('the article of a page is found, without what stands around it', () => {
  const content = contentOf(page(paragraphs));
  for (let n = 0; n < 8; n++) assert.match(content, new RegExp(`Number ${n}: A sentence`));
  assert.doesNotMatch(content, /Home|Read on|Copyright/);
});

test('addresses are absolute, from the page or from what it says they start from', () => {
  const inside = `${paragraphs}<p><a href="../notes">Notes</a> ${words}<img src="pic.png" alt="A"></p>`;
  const content = contentOf(page(inside));
  assert.match(content, /href="https:\/\/site\.example\/notes"/);
  assert.match(content, /src="https:\/\/site\.example\/2026\/pic\.png"/);
  for (const base of ['https://cdn.example/a/', '//cdn.example/a/']) {
    assert.match(
      contentOf(page(inside, `<base href="${base}">`)),
      /src="https:\/\/cdn\.example\/a\/pic\.png"/,
    );
  }
  assert.match(contentOf(page(inside, '<base href="/b/">')), /src="https:\/\/site\.example\/b\/pic\.png"/);
});

test('pages that leave out what HTML lets them leave out are read too', () => {
  for (const html of [
    `<!doctype html><title>Story</title><h1>Story</h1>${paragraphs}`,
    `<html lang="en"><head><base href="https://cdn.example/"><title>S</title></head>${paragraphs}<img src="a.png"></html>`,
    `<div><h1>Story</h1>${paragraphs}</div>`,
  ]) {
    assert.match(contentOf(html), /Number 7: A sentence/);
  }
});

test('nothing of it runs', () => {
  const attack = `<p onclick="alert(1)">${words}<script>alert(1)</script><a href="javascript:alert(1)">x</a>
    <img src="x" onerror="alert(1)"><svg onload="alert(1)"></svg><iframe srcdoc="<script>alert(1)</script>"></iframe>
    <form action="/x"><input autofocus onfocus="alert(1)"></form><style>p { color: red }</style></p>`;
  const content = contentOf(page(paragraphs + attack));
  assert.doesNotMatch(content, /alert|<script|javascript:|onclick|onerror|<svg|<iframe|<form|<input|<style/i);
});

test('a page in another encoding reads as it was written', () => {
  const html = page(paragraphs.replaceAll('sentence', 'Sätze'));
  const latin = Buffer.from(html, 'latin1');
  const reading = readArticle(latin, { url: PAGE, contentType: 'text/html; charset=iso-8859-1' });
  assert.ok(reading.kind === 'article' && reading.content.includes('Sätze'));
});

const without: [name: string, html: string][] = [
  ['nothing', ''],
  ['text', 'Hello'],
  ['a page without text', page('')],
  [
    'a wall',
    '<!doctype html><title>Sign in</title><body><h1>Sign in to read on</h1><form><input></form></body>',
  ],
  ['a feed', '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title></channel></rss>'],
  ['bytes', '\0\x01\x02\x03'],
  ['half a tag', '<html><body><p'],
];
for (const [name, html] of without) {
  test(`${name}: there is no article`, () => {
    assert.deepEqual(read(html), { kind: 'no-article', why: 'nothing-found' });
  });
}

const hostile: [name: string, html: string][] = [
  ['100,000 elements', '<p>x</p>'.repeat(100_000)],
  ['40,000 elements in one another', `${'<div>'.repeat(40_000)}x`],
  ['40,000 unclosed tags of one line', '<b>'.repeat(40_000)],
  ['elements in one another with wrong ends', `${'<div></span>'.repeat(10_000)}${words.repeat(20)}`],
  ['cells with paragraphs that never end', `${'<td><p>'.repeat(9_000)}${words.repeat(20)}`],
  ['ends of what never began', `${'</div>'.repeat(15_000)}${words.repeat(20)}`],
  ['a flood of signs', '<'.repeat(1_000_000)],
  ['one attribute of 2 MB', `<p title="${'x'.repeat(2_000_000)}">${words.repeat(20)}</p>`],
  [
    '2,000 attributes',
    page(`<p ${Array.from({ length: 2_000 }, (_, n) => `a${n}="1"`).join(' ')}>${words.repeat(20)}</p>`),
  ],
  ['a table in a table, 5,000 deep', `${'<table><tr><td>'.repeat(5_000)}${words.repeat(20)}`],
];
for (const [name, html] of hostile) {
  test(`${name}: read or given up, and never thrown`, () => {
    const before = process.cpuUsage().user;
    assert.match(read(html).kind, /^(article|no-article)$/);
    const ms = (process.cpuUsage().user - before) / 1_000;
    // A reader's thread is terminated after longer than that. Processor time, because other tests run at the same time.
    assert.ok(ms < 30_000, `${ms} ms`);
  });
}

test('beginnings of a page that never end cost what they are long, however many there are', () => {
  for (const beginning of ['<!doctype ', '<html ', '</body ']) {
    const html = `${beginning.repeat(4_000)}${'x'.repeat(1_000_000)}`;
    const before = process.cpuUsage().user;
    assert.equal(read(html).kind, 'no-article');
    const ms = (process.cpuUsage().user - before) / 1_000;
    assert.ok(ms < 1_500, `${beginning}: ${ms} ms`);
  }
});

const square: [name: string, inside: string][] = [
  ['attributes', `<img ${Array.from({ length: 8_000 }, (_, n) => `a${n}=1`).join(' ')}>`],
  ['spaces in a style', `<p style="width: 0${' '.repeat(150_000)}x">${words}</p>`],
  [
    'addresses of a picture in one word',
    `<p>${words}<img src="/a.png" srcset="${'/a.png.'.repeat(20_000)} x y">`,
  ],
  ['addresses of a picture that is to come', `<img data-src="/a${'.jpg'.repeat(40_000)} x">`],
  ['spaces in the name of a property', `<meta property="${' '.repeat(90_000)}x" content="y">`],
];
for (const [name, inside] of square) {
  test(`very many ${name} cost what they are long, and the article is found`, () => {
    const before = process.cpuUsage().user;
    assert.equal(read(page(paragraphs + inside)).kind, 'article');
    const ms = (process.cpuUsage().user - before) / 1_000;
    assert.ok(ms < 1_500, `${ms} ms`);
  });
}

test('links that never end are in one another for the library, and too many of them are too complex', () => {
  const links = (count: number): string => page(`${paragraphs}${'<a href="/x">'.repeat(count)}`);
  assert.equal(read(links(100)).kind, 'article');
  assert.deepEqual(read(links(limits.articleDepth + 1)), { kind: 'no-article', why: 'too-complex' });
});

test('a page with more escaped signs than time to read them is too complex, and those of scripts do not count', () => {
  const code = (count: number): string => page(`${paragraphs}<p>${'a &amp; b > c '.repeat(count / 2)}</p>`);
  assert.equal(read(code(10_000)).kind, 'article');
  for (const sign of ['>', '&', '&amp;', '< ']) {
    const html = page(`${paragraphs}<p>${sign.repeat(limits.articleSigns + 1)}</p>`);
    assert.deepEqual(read(html), { kind: 'no-article', why: 'too-complex' }, sign);
  }
  const script = `<script>${'if (a > b && c) d(); '.repeat(50_000)}</script>`;
  assert.equal(read(page(`${paragraphs}${script}<p>Words &amp; signs`)).kind, 'article');
});
