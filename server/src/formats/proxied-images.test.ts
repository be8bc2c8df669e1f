import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceImages } from './proxied-images.ts';
import { sanitise } from './sanitise.ts';

const base = 'https://site.example/post';

/** The HTML after sanitising and replacing, and the pictures whose addresses were asked for. */
function shown(html: string): { html: string; asked: string[] } {
  const asked: string[] = [];
  const sanitised = sanitise(html, base) ?? '';
  return {
    html: replaceImages(sanitised, (url) => {
      asked.push(url);
      return `/images/${asked.length}`;
    }),
    asked,
  };
}

test('every picture of a post is asked for by its own address, escapes undone', () => {
  const { html, asked } = shown(
    `<p><img src="/a.png?x=1&amp;y='2'" alt="a > b"><img data-src="https://cdn.example/lazy.jpg"></p>
    <picture><source srcset="b.avif 1x, b2.avif 2x" type="image/avif"><img src="b.jpg" srcset="b.jpg 400w, b,c.jpg 800w"></picture>
    <video src="film.mp4" poster="still.jpg"></video>`,
  );
  assert.deepEqual(asked, [
    'https://site.example/a.png?x=1&y=%272%27',
    'https://cdn.example/lazy.jpg',
    'https://site.example/b.avif',
    'https://site.example/b2.avif',
    'https://site.example/b.jpg',
    'https://site.example/b.jpg',
    'https://site.example/b%2Cc.jpg',
    'https://site.example/still.jpg',
  ]);
  assert.match(html, /<source srcset="\/images\/3 1x, \/images\/4 2x"/);
  assert.match(html, /srcset="\/images\/6 400w, \/images\/7 800w"/);
  assert.match(html, /poster="\/images\/8"/);
  const addresses = [...html.matchAll(/(?:src|srcset|poster)="([^"]*)"/g)].map(([, value]) => value);
  assert.deepEqual(
    addresses.filter((value) => /https?:/.test(value ?? '')),
    ['https://site.example/film.mp4'],
  );
});

test('pictures in the HTML itself, and words that look like a picture, stay as they are', () => {
  const kept =
    '<img src="data:image/png;base64,iVBORw0KGgo=" loading="lazy" /> &lt;img src="https://a.example/"&gt;';
  const { asked } = shown(
    '<img src="data:image/png;base64,iVBORw0KGgo="> &lt;img src="https://a.example/"&gt;',
  );
  assert.deepEqual(asked, []);
  assert.equal(
    replaceImages(kept, () => 'never'),
    kept,
  );
});
