import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareHtml } from './html-embeds.ts';
import { limits } from './limits.ts';

/** HTML whose elements all stay open, by the element of which the parser may hold only so many: it costs the square of them. */
const neverClosed: [name: string, element: string, html: string][] = [
  ['end tags of other elements', 'b', '<b>x</i>'.repeat(20_000)],
  ['quotes within paragraphs that end', 'blockquote', '<p><blockquote>x</p>'.repeat(20_000)],
  ['elements without end tags', 'b', '<b>'.repeat(20_000)],
];

for (const [name, element, html] of neverClosed) {
  test(`no more elements are left open than the parser may hold: ${name}`, () => {
    const opened = prepareHtml(html).split(`<${element}>`).length - 1;
    assert.ok(opened > 0 && opened <= limits.htmlParserDepth, `${opened} of ${limits.htmlParserDepth}`);
  });
}
