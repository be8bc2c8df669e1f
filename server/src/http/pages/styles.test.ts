// The list without script is for old browsers, too: what keeps it readable there must not be lost on a rule that they do not understand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./assets/pages.css', import.meta.url), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
);
const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector: selector.trim(),
  body,
}));

test('what keeps pictures, tables and rows within the screen is known to browsers of ten years ago', () => {
  const ours = rules.filter(({ selector }) => /\.(?:reading|rows|list|doings|line|wide)\b/.test(selector));
  assert.ok(ours.some(({ body }) => body.includes('max-width: 100%')));
  // A browser that does not know one of the selectors drops the whole rule.
  for (const { selector } of ours)
    assert.doesNotMatch(selector, /:(?:is|where|has)\(|:not\([^)]*,/, selector);
});

test('what stands side by side is apart without the gap between boxes, too', () => {
  for (const { selector, body } of rules)
    if (/display: (?:inline-)?flex/.test(body)) assert.doesNotMatch(body, /gap:/, selector);
  // Small browsers know no beginning and end of a line, and drop the blanks between boxes.
  const links = rules.find(({ selector }) => selector === 'nav.lite a');
  assert.match(links?.body ?? '', /margin: 0 \d+px 0 0;/);
});

test('a page has a margin where the smaller of two widths cannot be computed', () => {
  const pages = rules.filter(({ selector }) => /^main/.test(selector));
  assert.ok(pages.some(({ body }) => /padding: \d+px 20px;/.test(body)));
  for (const { body } of pages) assert.doesNotMatch(body, /width: min\(/);
});
