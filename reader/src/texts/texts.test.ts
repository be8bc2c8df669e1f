// Tests that every language has all texts, with the values and the plural forms that it needs, and that each of them is shown.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertNone } from '../../../server/test/assert-none.ts';
import { chooseLanguage, directionOf, languageNames } from './choice.ts';
import { en } from './en/first.ts';
import { enMore } from './en/more.ts';
import { fr } from './fr/first.ts';
import { frMore } from './fr/more.ts';
import { notLoaded } from './not-loaded.ts';
import type { Catalogue } from './translate.ts';

type Text = string | Readonly<Record<string, string>>;

const source = new URL('..', import.meta.url);
const others = Object.keys(languageNames).filter((name) => name !== 'en');
const [first, more] = await Promise.all([catalogues('first'), catalogues('more')]);

for (const language of others) {
  test(`nothing is missing in ${language}, and each text comes with the part that needs it`, () => {
    const place = `reader/src/texts/${language}`;
    assertNone(missing(en, first[language]), `Put these into ${place}/first.ts.`);
    assertNone(
      missing(enMore, more[language]),
      `Put these into ${place}/more.ts, or the part of it that has them in en/.`,
    );
  });

  test(`the texts in ${language} have the values of the English ones and the plural forms of the language`, () => {
    const english = textsOf({ ...en, ...enMore });
    const wrong = [...textsOf({ ...first[language], ...more[language] })].flatMap(([key, text]) =>
      faults(text, { english: english.get(key), language }).map((fault) => `${key}: ${fault}`),
    );
    assert.deepEqual(wrong, []);
  });
}

test('every text is shown somewhere: nobody translates one for nothing', () => {
  const program = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.ts$|^texts\/[a-z]{2}\//.test(file))
    .map((file) => readFileSync(new URL(file, source), 'utf8'))
    .join('\n');
  const keys = readFileSync(new URL('frame/keys.ts', source), 'utf8');
  // Names that the program puts together. Those of refusals come from the service (server/test/contract/reasons.test.ts).
  const actions = [...keys.matchAll(/^ {2}(\w+): \[/gm)].map(([, action]) => `keys.${action}`);
  const parts = ['add.perDay', 'add.perWeek', 'add.perMonth', 'list.audio', 'list.video'];
  const isShown = (key: string): boolean =>
    /^(refusal|said)\./.test(key) || [...actions, ...parts].includes(key) || program.includes(`'${key}'`);
  assertNone(
    Object.keys({ ...en, ...enMore }).filter((key) => !isShown(key)),
    'Remove these from every language; names that the program puts together are named here.',
  );
});

test('the shell says in the same words as the program that something could not be loaded', () => {
  const words = Object.entries({ en, ...first }).map(([language, texts]) => [
    language,
    [texts?.['error.screen'], texts?.['error.retry']],
  ]);
  assert.deepEqual(notLoaded, Object.fromEntries(words));
});

test('no line begins with a punctuation mark in French, where a blank stands before it', () => {
  const wrong = [...textsOf({ ...fr, ...frMore })].filter(([, text]) =>
    / [?!:;»]|« /.test(JSON.stringify(text)),
  );
  assert.deepEqual(wrong, []);
});

test('no sentence ends with two full stops in a language that cuts the names of months short with one', () => {
  const wrong = others
    .filter(endsDatesWithStop)
    .flatMap((language) =>
      [...textsOf({ ...first[language], ...more[language] })]
        .filter(([, text]) => JSON.stringify(text).includes('{date}.'))
        .map(([key]) => `${language}: ${key}`),
    );
  assert.deepEqual(wrong, []);
});

test('in Arabic an address keeps the marks at its ends', () => {
  const addresses = [...textsOf({ ...first.ar, ...more.ar })].flatMap(([, text]) => [
    ...JSON.stringify(text).matchAll(/.?\b(?:https:|web\+feed:)[^\s"\u2069]*.?/g),
  ]);
  assert.equal(addresses.length, 2);
  for (const [address] of addresses) assert.match(address, /^\u2066.+\u2069$/);
});

test('the language is the chosen one, or else the first of the browser’s that there is', () => {
  assert.equal(chooseLanguage('ar', ['de-AT']), 'ar');
  assert.equal(chooseLanguage('', ['tlh', 'de-AT', 'fr']), 'de');
  assert.equal(chooseLanguage('tlh', ['toString', 'qya']), 'en');
  assert.equal(directionOf('ar'), 'rtl');
  assert.equal(directionOf('ja'), 'ltr');
});

/** "28. Nov." */
function endsDatesWithStop(language: string): boolean {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
    .format(Date.UTC(2026, 10, 28))
    .endsWith('.');
}

/** Of each language but English: `de/first.ts` exports `de`, `de/more.ts` exports `deMore`. */
async function catalogues(part: 'first' | 'more'): Promise<Record<string, Catalogue>> {
  const load = async (language: string): Promise<[string, Catalogue]> => {
    const found = await import(`./${language}/${part}.ts`);
    return [language, found[part === 'first' ? language : `${language}More`]];
  };
  return Object.fromEntries(await Promise.all(others.map(load)));
}

function missing(english: object, translated: object | undefined): string[] {
  return Object.keys(english).filter((key) => !Object.hasOwn(translated ?? {}, key));
}

function faults(
  text: Text,
  { english, language }: { english: Text | undefined; language: string },
): string[] {
  if (english === undefined) return ['is no text in English'];
  if (typeof text === 'string' || typeof english === 'string') {
    return typeof text === typeof english && valuesIn(text) === valuesIn(english) ? [] : ['has other values'];
  }
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const forms = Object.keys(text).sort().join();
  const wrongForms = forms === [...categories].sort().join() ? [] : [`has the forms ${forms}`];
  const wrongValues = Object.entries(text)
    .filter(
      ([form, each]) =>
        !hasValues(each, { english: english.other ?? '', isOneNumber: isOneNumber(form, language) }),
    )
    .map(([form]) => `has other values in ${form}`);
  return [...wrongForms, ...wrongValues];
}

/** "One item" may lack the number if the form is for one number only (the French one is for 0, too). */
function hasValues(
  text: string,
  { english, isOneNumber }: { english: string; isOneNumber: boolean },
): boolean {
  const isSaidInWords = isOneNumber && !text.includes('{count}');
  return valuesIn(text) === valuesIn(isSaidInWords ? english.replace('{count}', '') : english);
}

function isOneNumber(form: string, language: string): boolean {
  const rules = new Intl.PluralRules(language);
  return (
    Array.from({ length: 1000 }, (_, number) => rules.select(number)).filter((each) => each === form)
      .length === 1
  );
}

function valuesIn(text: Text): string {
  return [...String(text).matchAll(/\{\w+\}/g)].flat().sort().join();
}

function textsOf(catalogue: object): Map<string, Text> {
  return new Map(Object.entries(catalogue));
}
