import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageNames } from '../../../../../reader/src/texts/choice.ts';
import { chooseLanguage, directionOf, languages } from './choice.ts';

const rows: [wanted: string | null, chosen: string][] = [
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['nl, ja-JP;q=0.7, fr;q=0.8', 'fr'],
  ['AR-eg', 'ar'],
  // Languages of equal weight are taken in order.
  ['es;q=0.5, de;q=0.5', 'es'],
  // Weight 0 means: not this one (RFC 9110 §12.4.2).
  ['de;q=0, fr;q=0.1', 'fr'],
  ['*', 'en'],
  ['nl, *;q=0.5, de;q=0.1', 'en'],
  ['de;q=0.2, *;q=0.1', 'de'],
  ['de;q=many, es;q=1.5, fr;q=0.001', 'fr'],
  ['toString, __proto__, tlh', 'en'],
  [' de ; q=0.3 , fr ; q=0.4 ', 'fr'],
  [`${'nl,'.repeat(5_000)}de`, 'en'],
];
for (const [wanted, chosen] of rows) {
  test(`who asks for ${wanted?.slice(0, 40)} is answered in ${chosen}`, () =>
    assert.equal(chooseLanguage(wanted), chosen));
}

test('what was chosen comes before what the browser asks for, where it is a language of ours', () => {
  assert.equal(chooseLanguage('fr', 'de'), 'de');
  for (const chosen of ['', 'nl', 'toString', 'de-AT, fr']) assert.equal(chooseLanguage('fr', chosen), 'fr');
});

test('of our languages one runs from right to left', () => {
  assert.deepEqual([directionOf('ar'), directionOf('ja')], ['rtl', 'ltr']);
});

test('the pages are in each language of the reader, and in no other', () => {
  assert.deepEqual(languages.toSorted(), Object.keys(languageNames).toSorted());
});
