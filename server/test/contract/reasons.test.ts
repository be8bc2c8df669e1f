// The codes that say why the service has refused a person: apps can translate them, and the reader does in all its languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CourantError } from '@courant/client';
import { enRefusals } from '../../../reader/src/texts/en/refusals.ts';
import { enSayings } from '../../../reader/src/texts/en/sayings.ts';
import { noteOf } from '../../src/library/transfer/notes.ts';
import type { LeftOutCode } from '../../src/model/said.ts';
import { assertNone } from '../assert-none.ts';
import { testHouse } from '../house.ts';

const source = readFileSync(new URL('../../src/model/refusal-reason.ts', import.meta.url), 'utf8');
const reasons = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, reason]) => `refusal.${reason}`);
const said = readFileSync(new URL('../../src/model/said.ts', import.meta.url), 'utf8');
const codes = [...said.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => `said.${code}`);
/** The reader's texts for refusals without such a code. */
const kinds = ['network', 'missing', 'forbidden', 'too-many', 'fault', 'other'].map(
  (kind) => `refusal.${kind}`,
);

test('the reader has a sentence for every reason, and for every kind of refusal beside', () => {
  assert.ok(reasons.length > 30);
  assertSame(
    Object.keys(enRefusals),
    [...reasons, ...kinds],
    'refusals.ts of each language in reader/src/texts/',
  );
});

test('the reader has a sentence for every word that stands beside one', () => {
  const ownWords = Object.keys(enSayings).filter((key) => !/\.(proposal-\w+|sentence)$/.test(key));
  assert.ok(codes.length > 10);
  assertSame(ownWords, codes, 'sayings.ts of each language in reader/src/texts/');
});

test('the list of the extensions has every reason, and no other', () => {
  const page = readFileSync(new URL('../../../docs/extensions/README.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n## Reasons\n');
  const written = [...section.matchAll(/^\|[^|]+\|(.+)\|$/gm)].flatMap(([, words = '']) =>
    [...words.matchAll(/`([a-z-]+)`/g)].map(([, word]) => `refusal.${word}`),
  );
  assertSame(written, reasons, 'the table under Reasons in docs/extensions/README.md');
});

test('every word beside a sentence about a feed or an import is on the page of its extension', () => {
  const pages = ['health', 'transfer'].map((name) =>
    readFileSync(new URL(`../../../docs/extensions/app.courant.${name}.md`, import.meta.url), 'utf8'),
  );
  const words = codes.map((code) => code.replace('said.', ''));
  assertNone(
    words.filter((word) => !pages.some((page) => page.includes(`\`${word}\``))),
    'Say what these mean in docs/extensions/, in app.courant.health.md or app.courant.transfer.md.',
  );
});

test('of what an import leaves out the reader says in English what the service says, with the number', () => {
  const counted = Object.entries(enSayings).filter(([, text]) => typeof text !== 'string');
  assert.ok(counted.length > 5);
  for (const [key, text] of counted) {
    assert.ok(typeof text !== 'string');
    const said = (count: number): string => noteOf(key.replace('said.', '') as LeftOutCode, count).sentence;
    assert.deepEqual(
      [said(1), said(7)],
      [text.one.replace('{count}', '1'), text.other.replace('{count}', '7')],
    );
  }
});

test('a refusal tells its reason beside its sentence', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve('https://down.example/', { fails: 'connect-refused' });
  house.web.serve('https://page.example/', { body: '<!doctype html><title>A page</title><p>Words' });
  await client.groups.create({ title: 'News' });
  const tell = async (act: Promise<unknown>): Promise<unknown> => {
    const error = await act.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof CourantError);
    return [error.status, error.reason];
  };
  assert.deepEqual(await tell(client.groups.create({ title: 'News' })), [409, 'title-taken']);
  assert.deepEqual(await tell(client.feeds.create({ feedUrl: 'https://down.example/' })), [
    422,
    'site-unreachable',
  ]);
  assert.deepEqual(await tell(client.feeds.create({ feedUrl: 'https://page.example/' })), [422, 'web-page']);
  assert.deepEqual(await tell(client.items.get(999)), [404, undefined]);
});

function assertSame(written: readonly string[], known: readonly string[], place: string): void {
  assertNone(
    known.filter((name) => !written.includes(name)),
    `Put these into ${place}.`,
  );
  assertNone(
    written.filter((name) => !known.includes(name)),
    `The service never says these: take them out of ${place}.`,
  );
}
