// Every language has every text with the values that it needs; values are escaped and isolated from the words around them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../model/refusal.ts';
import { html } from '../html.ts';
import { ar, arRefusals } from './ar.ts';
import { languages } from './choice.ts';
import { de, deRefusals } from './de.ts';
import { en } from './en.ts';
import { es, esRefusals } from './es.ts';
import { fr, frRefusals } from './fr.ts';
import { ja, jaRefusals } from './ja.ts';
import type { Refusals } from './refusals.ts';
import { voiceFor } from './voice.ts';

type Text = string | Readonly<Record<string, string>>;

const english = new Map<string, Text>(Object.entries(en));
const others: Record<string, { texts: Readonly<Record<string, Text>>; refusals: Refusals }> = {
  de: { texts: de, refusals: deRefusals },
  fr: { texts: fr, refusals: frRefusals },
  es: { texts: es, refusals: esRefusals },
  ja: { texts: ja, refusals: jaRefusals },
  ar: { texts: ar, refusals: arRefusals },
};

/** Texts that are the same in English and in that language. */
const alike: Readonly<Record<string, readonly string[]>> = {
  de: ['fields.name', 'fields.code', 'security.passkeys', 'lite.feeds', 'lite.feed'],
  fr: ['fields.code'],
};
/** Only values and punctuation, no words. */
const wordless = /^(?:\{\w+\}|[\s:·,])*$/;

test('every language but English has its catalogue', () => {
  assert.deepEqual(
    Object.keys(others),
    languages.filter((language) => language !== 'en'),
  );
});

for (const [language, { texts, refusals }] of Object.entries(others)) {
  test(`the texts in ${language} are those of the English ones, with their values`, () => {
    assert.deepEqual(Object.keys(texts), [...english.keys()]);
    const wrong = Object.entries(texts).filter(([key, text]) => !hasSameValues(english.get(key) ?? '', text));
    assert.deepEqual(wrong, []);
  });

  test(`the texts in ${language} have the plural forms of the language`, () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    // Nothing is counted in full millions (see plurals.ts).
    const counted = language === 'ar' ? wanted : wanted.filter((form) => form !== 'many');
    for (const [key, text] of Object.entries(texts))
      if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), [...counted].sort(), key);
  });

  test(`nothing in ${language} was left in English`, () => {
    const same = Object.entries(texts).filter(
      ([key, text]) =>
        !wordless.test(String(text)) && JSON.stringify(text) === JSON.stringify(english.get(key)),
    );
    assert.deepEqual(
      same.map(([key]) => key),
      alike[language] ?? [],
    );
  });

  test(`why something was refused is a whole sentence in ${language}`, async () => {
    for (const [word, sentence] of Object.entries(refusals)) assert.match(sentence, /[.?。？؟]$/, word);
    const voice = await voiceFor(language);
    assert.equal(voice.sayWhy(new Refusal('gone', 'No')).text, '<span lang="en" dir="ltr">No.</span>');
    const known = new Refusal('not-found', 'No', { reason: 'invitation-over' });
    assert.equal(voice.sayWhy(known).text, html`${refusals['invitation-over']}`.text);
    assert.equal(voice.sayWhy(new Refusal('not-found', 'No')).text, html`${refusals['not-found']}`.text);
  });
}

test('no line in French begins with a mark before which a blank stands', () => {
  const { texts, refusals } = others.fr ?? {};
  assert.doesNotMatch(JSON.stringify([texts, refusals]), / [?!:;»]|« /);
});

test('English says what a refusal says by itself', async () => {
  const refusal = new Refusal('gone', 'Cannot <b>', { reason: 'invitation-over' });
  assert.equal((await voiceFor('en')).sayWhy(refusal).text, 'Cannot &lt;b&gt;.');
});

test('what is filled in is escaped, HTML is taken as it is, and numbers choose their form', async () => {
  const { say } = await voiceFor('en');
  assert.equal(
    say('account.hello', { name: '<Ines> & "Bo"' }).text,
    'Hello, &lt;Ines&gt; &amp; &quot;Bo&quot;',
  );
  assert.equal(say('signIn.to', { host: html`<b>${'a&b'}</b>` }).text, 'to <b>a&amp;b</b>');
  assert.equal(say('lite.marked', { count: 1 }).text, '1 item marked as read.');
  assert.equal(say('lite.marked', { count: 1_234 }).text, '1,234 items marked as read.');
  // Placeholders inside a value are not filled in.
  assert.equal(
    say('signIn.toApp', { app: '{host}', host: '$& $1' }).text,
    'to continue to {host} on $&amp; $1',
  );
});

test('among words from right to left a name keeps its marks to itself', async () => {
  assert.equal((await voiceFor('ar')).say('account.hello', { name: 'C++' }).text, 'أهلًا، \u2068C++\u2069');
  assert.equal((await voiceFor('de')).say('account.hello', { name: 'C++' }).text, 'Hallo, C++');
});

/** The form for a single number may write it as a word. */
function hasSameValues(original: Text, text: Text): boolean {
  if (typeof text === 'string') return typeof original === 'string' && valuesIn(text) === valuesIn(original);
  if (typeof original === 'string') return false;
  const all = valuesIn(original.other ?? '');
  const inWords = all.replace('{count}', '');
  return Object.entries(text).every(([form, each]) => {
    const isOfOneNumber = ['zero', 'one', 'two'].includes(form) && !each.includes('{count}');
    return valuesIn(each) === (isOfOneNumber ? inWords : all);
  });
}

function valuesIn(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)].flat().sort().join('');
}
