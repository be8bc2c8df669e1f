// Our documentation's Markdown becomes HTML, and its text cannot become markup.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { markdown, titleOf } from './markdown.ts';

test('headings, paragraphs, lists and code are blocks of their own', () => {
  assert.equal(
    rendered(
      '# One\n\nTwo lines\nof words:\n- a\n  and b\n- c\n\n```sh\ncurl <x>\n\n# no heading\n```\n### Three\n',
    ),
    [
      '<h1>One</h1>',
      '<p>Two lines\nof words:</p>',
      '<ul>',
      '<li>a\nand b</li>',
      '<li>c</li>',
      '</ul>',
      '<pre><code>curl &lt;x&gt;\n\n# no heading</code></pre>',
      '<h3>Three</h3>',
      '',
    ].join('\n'),
  );
});

test('a numbered list that goes on after a table goes on with its numbers', () => {
  assert.equal(
    rendered('1. first\n2. then\n\n| a | b |\n| --- | --- |\n| `x\\|y` | |\n\n3. last'),
    [
      '<ol start="1">\n<li>first</li>\n<li>then</li>\n</ol>',
      '<div class="wide-table" tabindex="0">\n<table>\n<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>',
      '<tbody>\n<tr><td><code>x|y</code></td><td></td></tr>\n</tbody>\n</table>\n</div>',
      '<ol start="3">\n<li>last</li>\n</ol>\n',
    ].join('\n'),
  );
  assert.doesNotMatch(rendered('| | |\n| --- | --- |\n| a | b |'), /thead/);
  assert.match(rendered('| a | |\n| --- | --- |\n| b | c |'), /<th scope="col">a<\/th><td><\/td>/);
});

test('words are marked, links lead to the pages beside, and no markup comes from the text', () => {
  assert.equal(
    rendered('A **bold `x`** and *soft* [page](other.md), [site](https://a.example/?b&c) <script> `<b>`'),
    '<p>A <b>bold <code>x</code></b> and <em>soft</em> <a href="/about/apps/other">page</a>, ' +
      '<a href="https://a.example/?b&amp;c">site</a> &lt;script&gt; <code>&lt;b&gt;</code></p>\n',
  );
  assert.doesNotMatch(rendered('[x](javascript:alert)'), /href="javascript/);
  assert.match(rendered('[x](../extensions/one.md)'), /href="\/about\/extensions\/one"/);
  assert.match(rendered('[x](../moving/README.md)'), /href="\/about\/moving"/);
});

test('nothing is lost of what is written, and no mark is left over', () => {
  for (const folder of ['apps', 'extensions', 'moving']) {
    const place = new URL(`../../../../docs/${folder}/`, import.meta.url);
    for (const name of readdirSync(place)) {
      const text = readFileSync(new URL(name, place), 'utf8');
      const page = rendered(text);
      assert.notEqual(titleOf(text), '', name);
      const words = (from: string) => from.match(/[\p{L}\p{N}]+/gu) ?? [];
      const shown = words(plain(page));
      const written = words(
        text
          .replace(/^```\w*$/gm, '')
          .replace(/\]\([^)\s]+\)/g, ']')
          .replace(/^(\d+)\. /gm, ''),
      );
      assert.deepEqual(shown, written, name);
      const left = plain(page.replace(/<code>[\s\S]*?<\/code>/g, ''));
      assert.doesNotMatch(left, /\*\*|`|^\s*\|/m, name);
    }
  }
});

function rendered(text: string): string {
  return markdown(text, '/about/apps')
    .map((block) => block.text)
    .join('');
}

function plain(page: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return page
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:code|b|em|a)\b/.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '');
}
