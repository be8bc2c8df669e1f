import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ContractError, CourantError, NetworkError } from '@courant/client';
import { openStandIn } from '../testing/stand-in-page.ts';
import { settings } from './settings.ts';

test('where something else answers in place of the service, people read that the service is away', async (t) => {
  const speak = await openPage(t);
  for (const [language, away] of [
    ['en', 'The server cannot be reached'],
    ['de', 'Der Server ist nicht erreichbar'],
  ] as const) {
    const wordsOf = await speak(language);
    const answers = [
      new NetworkError('Cannot reach https://read.example'),
      // The page of a network which wants a sign-in first.
      new ContractError('Cannot read the answer of https://read.example/api/v1/items: it is not JSON'),
      ...[401, 404, 502, 511].map(ofProxy),
    ];
    for (const answer of answers) assert.equal(wordsOf(answer), away, String(answer));
  }
});

test('what the service itself answers, or another refuses on its way there, is told as that', async (t) => {
  const speak = await openPage(t);
  const gone = new CourantError({ status: 404, error: 'Cannot find feed 3', requestId: 'abc' });
  for (const [language, missing, tooLarge] of [
    ['en', 'Cannot find feed 3', 'The service answered 413'],
    ['de', 'Das gibt es nicht mehr', 'Der Server konnte das nicht tun'],
  ] as const) {
    const wordsOf = await speak(language);
    assert.deepEqual([wordsOf(gone), wordsOf(ofProxy(413))], [missing, tooLarge]);
  }
});

function ofProxy(status: number): CourantError {
  return new CourantError({ status, error: `The service answered ${status}` });
}

/** A page with all of its texts, and what it tells in a language. The usual one is back after the test, whose process others share. */
async function openPage(t: TestContext) {
  const closePage = openStandIn();
  const { loadMoreTexts, useLanguage } = await import('../texts/translate.ts');
  const { wordsOf } = await import('./service.ts');
  const speak = async (language: string): Promise<typeof wordsOf> => {
    settings.value = { ...settings.peek(), language };
    await useLanguage();
    return wordsOf;
  };
  const { language } = settings.peek();
  t.after(async () => {
    await speak(language);
    closePage();
  });
  await loadMoreTexts();
  return speak;
}
