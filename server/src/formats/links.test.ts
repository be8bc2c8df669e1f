import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absoluteUrl, completeUrl, linkTarget, pageOrSite, resolveBase } from './links.ts';
import { parseSrcset } from './srcset.ts';

const base = 'https://example.org/a/b';

const rows: [string | undefined, string | undefined][] = [
  ['/x', 'https://example.org/x'],
  ['x?y#z', 'https://example.org/a/x?y#z'],
  ['//other.example/x', 'https://other.example/x'],
  [' http://other.example ', 'http://other.example/'],
  ['www.other.example/x', 'http://www.other.example/x'],
  ['https://other.example/ä b', 'https://other.example/%C3%A4%20b'],
  ['', undefined],
  ['  ', undefined],
  [undefined, undefined],
  ['javascript:alert(1)', undefined],
  ['mailto:a@example.org', undefined],
  ['ftp://example.org/', undefined],
  ['http://', undefined],
  [`/${'x'.repeat(9_000)}`, undefined],
];

for (const [written, expected] of rows) {
  test(`The address of ${String(written).slice(0, 40)} is ${expected ?? 'none'}`, () =>
    assert.equal(absoluteUrl(written, base), expected));
}

const pages: [string | undefined, string, boolean][] = [
  ['https://example.org/a/b', 'https://example.org/', true],
  ['http://www.example.org/a', 'https://example.org/', true],
  ['https://blog.example.org/a', 'https://www.example.org/', true],
  ['https://example.org/a', 'https://blog.example.org/', true],
  ['https://notexample.org/a', 'https://example.org/', false],
  ['https://other.example/a', 'https://example.org/', false],
  [undefined, 'https://example.org/', false],
];

for (const [page, site, isOfSite] of pages) {
  test(`The page ${page} is ${isOfSite ? '' : 'not '}of the site ${site}`, () =>
    assert.equal(pageOrSite(page, site), isOfSite ? page : site));
}

test('Bases build upon one another, and what is no address is passed over', () => {
  assert.equal(resolveBase(base, ['c/', 'javascript:x', '../d/', 'e']), 'https://example.org/a/d/e');
});

test('Only a complete address is complete', () => {
  assert.equal(completeUrl(' https://example.org/x '), 'https://example.org/x');
  for (const written of ['/x', 'example.org', 'urn:x', '12', undefined])
    assert.equal(completeUrl(written), undefined);
});

test('A link of a text may be a mail or a telephone, but no script', () => {
  assert.equal(linkTarget('mailto:a@example.org', base), 'mailto:a@example.org');
  assert.equal(linkTarget('tel:+431', base), 'tel:+431');
  assert.equal(linkTarget('#x', base), 'https://example.org/a/b#x');
  assert.equal(linkTarget('data:text/html,x', base), undefined);
});

test('A srcset is judged one by one and written again', () => {
  assert.equal(
    parseSrcset(' a.png 1x,b.png 1.5x ,, c.png', base),
    'https://example.org/a/a.png 1x, https://example.org/a/b.png 1.5x, https://example.org/a/c.png',
  );
  assert.equal(parseSrcset('a.png 1x onerror=x, b.png 100w', base), 'https://example.org/a/b.png 100w');
  assert.equal(parseSrcset('javascript:x 1x', base), undefined);
  assert.equal(parseSrcset('x'.repeat(20_000), base), undefined);
});
