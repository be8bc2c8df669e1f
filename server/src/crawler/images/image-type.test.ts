import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType } from './image-type.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const rows: [start: string, type: string | undefined][] = [
  ['\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['\xff\xd8\xff\xe0rest', 'image/jpeg'],
  ['GIF89arest', 'image/gif'],
  ['GIF88arest', undefined],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVEfmt ', undefined],
  ['\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0miafavif', 'image/avif'],
  ['\0\0\0\x10ftypmif1\0\0\0\0avif', undefined],
  ['\0\0\0\x1cftypmp42avifmp41', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- By a program - of old --><svg:svg>', 'image/svg+xml'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">\n<svg\n>', 'image/svg+xml'],
  ['<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>', undefined],
  ['<svg onload="alert(1)"/>', undefined],
  ['<svg><a:script>alert(1)</a:script></svg>', undefined],
  ['<svg><a href="javascript:alert(1)"/></svg>', undefined],
  ['<svg><a href="&#0000000000000106;avascript:alert(1)"/></svg>', undefined],
  ['<svg><a href="&#x6A;avascript:alert(1)"/></svg>', undefined],
  ['<svg><a href="java&#10;&#x0D;script:alert(1)"/></svg>', undefined],
  ['<svg><a href="javascript&colon;alert(1)"/></svg>', undefined],
  ['<?xml version="1.0" encoding="ISO-2022-JP"?><svg><scr\x1b(Bipt>alert(1)</scr\x1b(Bipt></svg>', undefined],
  ['<svg><foreignObject><h:iframe srcdoc="&lt;script&gt;alert(1)"/></foreignObject></svg>', undefined],
  [
    `<?xml-stylesheet type="text/xsl" href="#x"?><svg><x:stylesheet id="x"><x:element name="{concat('scr', 'ipt')}"/></x:stylesheet></svg>`,
    undefined,
  ],
  [
    '<svg><text>&lt;script&gt; &amp; &#8364;&#xa;&#39;&#160;&#x2014;</text><foreignObject/></svg>',
    'image/svg+xml',
  ],
  ['<svgx>', undefined],
  ['<p><svg>', undefined],
  [`<!--${'-'.repeat(10_000)}`, undefined],
  [`${'<!-- - -->'.repeat(1_000)}<svg>`, undefined],
  ['<!doctype html>', undefined],
  ['', undefined],
  ['\0\0\0\x1cftyp', undefined],
];
for (const [start, type] of rows) {
  test(`what begins with ${JSON.stringify(start.slice(0, 100))} is ${type ?? 'no picture'}`, () => {
    assert.equal(imageType(bytes(start)), type);
  });
}
