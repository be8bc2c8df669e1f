import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName } from './short-names.ts';

const hash = /sha256:[0-9a-f]{64}/.source;
const wide = '語'.repeat(700);
const cases: [what: string, name: string, short: RegExp | undefined][] = [
  ['a link of 2,598 characters', `u:${'x'.repeat(2_598)}`, undefined],
  ['a longer one', `u:${'x'.repeat(2_599)}`, RegExp(`^u:${hash}$`)],
  ['a guid of 2,000 characters', `g:${'x'.repeat(2_000)}`, undefined],
  ['a guid of fewer that take more bytes', `g:${wide}`, RegExp(`^g:${hash}$`)],
  ['such a guid with a link', `g:${wide}\nexample.com/1`, RegExp(`^g:${hash}\nexample.com/1$`)],
  ['a guid with a link that is too long', `g:1\n${'x'.repeat(2_600)}\nhash`, RegExp(`^g:1\n${hash}$`)],
  ['both', `g:${wide}\n${'x'.repeat(2_600)}`, RegExp(`^g:${hash}\n${hash}$`)],
];

for (const [what, name, short] of cases) {
  test(`${what} ${short ? 'becomes short, and that stays as it is' : 'is a name as it is'}`, () => {
    const made = shortName(name);
    if (short) assert.match(made, short);
    else assert.equal(made, name);
    assert.ok(Buffer.byteLength(made) <= 2_600);
    assert.equal(shortName(made), made);
  });
}

test('what begins alike and is too long has names that differ', () => {
  const start = `g:1\n${'x'.repeat(2_600)}`;
  assert.notEqual(shortName(`${start}1`), shortName(`${start}2`));
  assert.equal(shortName(`g:${wide}\n1`).split('\n', 1)[0], shortName(`g:${wide}`), 'one guid is one guid');
});
