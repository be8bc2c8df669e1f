// Every page in another language: all of its text comes from that language's catalogue, and nothing is left in English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHouse } from '../../../test/house.ts';
import { walkPages } from '../testing/page-walk.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

type Text = string | Readonly<Record<string, string>>;

/** Texts that no page of the walk shows. */
const unseen: readonly string[] = [
  // People who are not signed in are redirected to the sign-in page.
  'wrong.signInFirst',
  // A feed or a group that is deleted while its list is shown.
  'lite.feed',
  'lite.group',
  // A link whose address cannot be parsed.
  'lite.readThere',
  'lite.fileThere',
  // Part of another text.
  'lite.file',
  // In English the refusal's own sentence says it.
  'lite.searchWrong',
  // A search among so many items that it pauses before it has found anything.
  'lite.nothingSoFar',
];

test('every text is said by one of the pages', async (t) => {
  const pages = (await walkPages(t, 'en')).map(({ text }) => said(text)).join('\n');
  const missing = Object.entries(en).filter(([, text]) => !formsOf(text).some((form) => form.test(pages)));
  assert.deepEqual(
    missing.map(([key]) => key),
    unseen,
  );
});

test('in German no text of a page is an English one', async (t) => {
  const english = Object.entries<Text>(en).filter(
    ([key, text]) => JSON.stringify(text) !== JSON.stringify(de[key as keyof typeof de]),
  );
  for (const { name, text } of await walkPages(t, 'de')) {
    assert.match(text, /<html lang="de" dir="ltr">/, name);
    const lines = withoutEnglish(text);
    for (const [key, each] of english)
      for (const form of formsOf(each)) assert.doesNotMatch(lines, form, `${key} on ${name}`);
  }
});

/** Names and protocols, which are the same in every language, and what a search is written in. */
const names =
  /(?:title|author|feed|group|tag|after):|is:(?:unread|starred)|Courant|Google Reader|FreshRSS|Fever|Reeder|JavaScript|QR|redirect_uri|Firefox|Linux|PIN/g;

test('in Arabic there are no Latin words but names, and all runs from right to left', async (t) => {
  for (const { name, text } of await walkPages(t, 'ar')) {
    assert.match(text, /<html lang="ar" dir="rtl">/, name);
    // A refusal's own English sentence, which is for refusals that none of these forms can cause.
    assert.doesNotMatch(text, /<span lang="en"/, name);
    assert.equal(/[A-Za-z][a-z]+.*/.exec(withoutEnglish(text).replace(names, ''))?.[0], undefined, name);
  }
});

test('what stays English says so, on a page that does not', async (t) => {
  const house = await testHouse(t);
  const headers = { 'Accept-Language': 'ar' };
  for (const path of ['/about/apps', '/about/extensions/app.courant.transfer', '/oauth/authorize']) {
    const page = await (await house.ask(path, { headers })).text();
    assert.match(page, /<html lang="ar" dir="rtl">[\s\S]*<(?:div|span)[^>]* lang="en" dir="ltr">/, path);
  }
});

test('a page is in the language that was chosen in the reader, whatever else the browser asks for', async (t) => {
  const house = await testHouse(t);
  for (const [cookie, language] of [
    ['a=b; language=de', 'de'],
    ['language=', 'ar'],
    ['language=tlh', 'ar'],
  ]) {
    const headers = { 'Accept-Language': 'ar', Cookie: cookie ?? '' };
    assert.match(
      await (await house.ask('/about/bot', { headers })).text(),
      new RegExp(`<html lang="${language}"`),
    );
  }
});

/** Everything on a page that is read or spoken, one piece per line. */
function said(page: string): string {
  const heard = [...page.matchAll(/ (?:aria-label|placeholder|alt|data-[a-z-]+)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  const read = page.replace(/^[\s\S]*<title>/, '').replace(/ — Courant(?=<)/, '');
  // Inline elements belong to the sentence around them, but are also pieces by themselves.
  const sentences = read.replace(/<\/?(?:b|bdi|code|a)\b[^>]*>/g, '').replace(/<[^>]*>/g, '\n');
  const pieces = read.replace(/<[^>]*>| · /g, '\n');
  return [sentences, pieces, ...heard].join('\n').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
}

/** The same without anything marked as English, and without addresses, names and secrets. */
function withoutEnglish(page: string): string {
  const foreign = page
    .replace(/<(div|span|bdi)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<(code|output|ol(?= class="code)|bdi)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  return said(foreign).replace(
    /\/sign-in\/\S+|\/security\/\S+|[\w-]+(?:\.[\w-]+)+(?::\d+)?|\bOtto\b|\bLantern\b|\bTest app\b/g,
    '',
  );
}

/** Patterns of the lines that a text may become. */
function formsOf(text: Text): RegExp[] {
  return Object.values(typeof text === 'string' ? { text } : text).map(
    (form) => new RegExp(`^${form.replace(/[.*+?()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`, 'm'),
  );
}
