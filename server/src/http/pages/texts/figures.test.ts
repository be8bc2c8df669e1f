import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from './choice.ts';
import { dayIn, numberIn } from './figures.ts';

/** English as it is written in Britain. */
const locales = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es', ja: 'ja', ar: 'ar' } as const;

for (const language of languages) {
  test(`a day in ${language} is written as people there write it, by the time of Greenwich`, () => {
    const written = new Intl.DateTimeFormat(locales[language], {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    for (let month = 0; month < 12; month++) {
      for (const time of [Date.UTC(2026, month, 2), Date.UTC(1999, month, 28, 23, 59, 59, 999)])
        assert.equal(dayIn(language, time), written.format(time));
    }
  });

  test(`a number in ${language} is parted as people there part it`, () => {
    const written = new Intl.NumberFormat(locales[language]);
    for (const number of [0, 7, 999, 1_000, 1_234, 9_999, 10_000, 123_456, 1_234_567])
      assert.equal(numberIn(language, number), written.format(number));
  });
}

test('in French the first of a month is an ordinal', () => {
  assert.equal(dayIn('fr', Date.UTC(2026, 4, 1)), '1er mai 2026');
  assert.equal(dayIn('fr', Date.UTC(2026, 4, 11)), '11 mai 2026');
});
