// Tests which locale dates and numbers are written in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeFor } from './locale.ts';

test('dates and numbers are written as in the country that the browser names for the language', () => {
  const day = (language: string, ...ofBrowser: string[]): string =>
    new Date(Date.UTC(2026, 10, 3)).toLocaleDateString(localeFor(language, ofBrowser), { timeZone: 'UTC' });
  assert.equal(day('en', 'de-AT', 'en-US'), '11/3/2026');
  assert.equal(day('en', 'en-GB', 'en-US'), '03/11/2026');
  assert.equal(day('en', 'en-US@posix'), day('en'));
  assert.equal((1e4).toLocaleString(localeFor('de', ['de-AT', 'de'])), (1e4).toLocaleString('de-AT'));
});

test('Arabic has the same digits in dates as in counts, whichever its country has', () => {
  for (const tag of ['ar', 'ar-EG', 'ar-MA'])
    assert.match((1234).toLocaleString(localeFor('ar', [tag])), /^1[.,]234$/);
  assert.equal((5).toLocaleString(localeFor('ar', ['ar-EG-u-nu-arab'])), '5');
});
