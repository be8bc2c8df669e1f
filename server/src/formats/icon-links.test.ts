// Which of the icons of a page is taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from './page.ts';

const rows: [what: string, html: string, icon: string | undefined][] = [
  ['an icon', '<link rel="icon" href="/i.png">', 'https://a.example/i.png'],
  ['an icon as it was once written', '<LINK REL="Shortcut Icon" HREF="i.ico">', 'https://a.example/b/i.ico'],
  ['no icon', '<link rel="stylesheet" href="/icon.css"><link rel="icon">', undefined],
  [
    'a base that comes late',
    '<link rel=icon href=i.png><base href="https://c.example/">',
    'https://c.example/i.png',
  ],
  [
    'the smallest that is large enough',
    '<link rel=icon sizes=16x16 href=/16><link rel=icon sizes=96x96 href=/96><link rel=icon sizes="32x32" href=/32>',
    'https://a.example/32',
  ],
  [
    'one without a size rather than a small one',
    '<link rel=icon sizes=16x16 href=/16><link rel=icon href=/any>',
    'https://a.example/any',
  ],
  [
    'the largest of small ones',
    '<link rel=icon sizes=8x8 href=/8><link rel=icon sizes=16x16 href=/16>',
    'https://a.example/16',
  ],
  [
    'one of a telephone where there is no other',
    '<link rel="apple-touch-icon" href=/touch>',
    'https://a.example/touch',
  ],
  [
    'one of a telephone that is large enough after plain ones that are',
    '<link rel="apple-touch-icon" sizes=60x60 href=/touch><link rel=icon sizes=192x192 href=/192>',
    'https://a.example/192',
  ],
  [
    'none that is drawn by rules, or stands in the page itself',
    '<link rel=icon type=image/svg+xml href=/i><link rel=icon href=/i.svg?v=1><link rel=icon href="data:image/png;base64,AA==">',
    undefined,
  ],
  ['none that leads out of the web', '<link rel=icon href="javascript:alert(1)">', undefined],
];
for (const [what, html, icon] of rows) {
  test(`of a page is taken ${what}`, () => {
    assert.equal(readPage(html, 'https://a.example/b/c').iconUrl, icon);
  });
}
