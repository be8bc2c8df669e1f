import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from './choice.ts';
import { pluralForm } from './plurals.ts';

for (const language of languages) {
  test(`each number in ${language} wants the form that CLDR gives it`, () => {
    const rules = new Intl.PluralRules(language);
    for (let count = 0; count <= 1_205; count++)
      assert.equal(pluralForm(language, count), rules.select(count), String(count));
  });
}
