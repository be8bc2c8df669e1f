// The page about the crawler, for publishers: it says the same in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOauthHouse } from '../../../test/oauth-house.ts';
import { ar } from './texts/about-bot/ar.ts';
import { de } from './texts/about-bot/de.ts';
import { type AboutBot, en } from './texts/about-bot/en.ts';
import { es } from './texts/about-bot/es.ts';
import { fr } from './texts/about-bot/fr.ts';
import { ja } from './texts/about-bot/ja.ts';

const others: Readonly<Record<string, AboutBot>> = { de, fr, es, ja, ar };

for (const [language, texts] of Object.entries(others)) {
  test(`in ${language} it names the same times, values and headers as in English`, () => {
    for (const key of Object.keys(en) as (keyof AboutBot)[]) {
      assert.deepEqual(factsOf(texts[key]), factsOf(en[key]), key);
      assert.notEqual(texts[key], en[key], key);
    }
  });
}

test('the page about our fetcher is in the language of the browser, with its code marked as code', async (t) => {
  const { call } = await openOauthHouse(t);
  const page = await (await call('/about/bot', { headers: { 'Accept-Language': 'ar' } })).text();
  assert.match(page, /<html lang="ar" dir="rtl">/);
  assert.ok(page.includes(`<h1>${ar.title}</h1>`));
  assert.match(page, /<code>robots\.txt<\/code>/);
  assert.doesNotMatch(page, /`|\{\w+\}|lang="en"/);
});

/** Figures, code and values, whatever their order in the language. */
function factsOf(text: string): string[] {
  return [...text.matchAll(/`[^`]+`|\{\w+\}|\d+/g)].flat().sort();
}
