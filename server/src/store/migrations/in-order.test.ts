import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { assertNone } from '../../../test/assert-none.ts';
import { postgresDialect } from '../dialects/postgres-dialect.ts';
import { sqliteDialect } from '../dialects/sqlite-dialect.ts';
import { migrations } from './in-order.ts';

/** Of the statements, without comments: on SQLite, on PostgreSQL. Add a line for a new step (the test says which), and change none. */
const asTaken: Readonly<Record<string, string>> = {
  first: 'eff20e54 830768ce',
  hubs: '5f426aef db1534ab',
  'feed interval': 'f846f2b2 f846f2b2',
  marks: '0354a43f 703bb4c4',
  search: 'f0cef64f f0cef64f',
  transfer: 'a89dedf0 2d1f916e',
  upkeep: '92175299 cbf4f17a',
  'resting sources': '23b065d8 23b065d8',
  readings: '48d14bab 48d14bab',
  images: '3b6962fb c575620e',
  'app passwords': '84115db2 efefc95e',
  duties: '811b04c0 811b04c0',
  'unread lists': 'd571dd82 d571dd82',
  accounts: 'd834db5e 08f8368a',
  'rare owners': 'e3b0c442 3e7ccfaa',
  'tags and icons': 'bf2775ae 6fe5e178',
  'narrow trees': 'a19033a3 95e02bd5',
  playback: '119cf6b0 119cf6b0',
  'starred lists': '14fd2577 502042a3',
  'journal doers': 'b721d570 b721d570',
  'import codes': '5fad073f 5fad073f',
  'smaller index': 'da41baa4 da41baa4',
  'schedules by source': 'b08b666e 8d63e269',
  'roomy feeds': 'e3b0c442 b3489fe3',
  packings: '6f421f33 6f421f33',
  'told times': 'b8845bf8 b8845bf8',
  'recent places': '7e920b88 7e920b88',
  'found at once': 'a67ba8fd faff1416',
  'one shape': 'd597e9e0 aa49bbd3',
  'imports undone': '3391907f 3391907f',
  'token families': '0116ce19 0116ce19',
  'wanted articles': '562cd700 9f813fe2',
  'foreign posts': '43e91187 43e91187',
  'words anew': 'ebef73df ebef73df',
  'words of articles': '02208da5 02208da5',
};

/** The index of words is made by a step, but belongs to the code that searches: it changes with a new step that rebuilds it. */
const someSearch = {
  ...sqliteDialect.search,
  schema: ['its schema'],
  takeDown: ['its end'],
  full: { ...sqliteDialect.search.full, schema: ['the schema of the other one'] },
};

const digestOf = (texts: readonly string[]) =>
  createHash('sha256')
    .update(texts.map((text) => text.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ')).join(';'))
    .digest('hex')
    .slice(0, 8);

test('no step changes after instances have taken it', () => {
  const now = migrations.map(({ name, statements }) => ({
    name,
    digests: [sqliteDialect, postgresDialect]
      .map((dialect) => digestOf(statements(dialect.columns, someSearch, dialect)))
      .join(' '),
  }));
  const isNew = ({ name }: { name: string }) => !Object.hasOwn(asTaken, name);
  assertNone(
    now.filter((step) => !isNew(step) && asTaken[step.name] !== step.digests).map(({ name }) => name),
    'Put these steps back as they were, and make a new step of what has to be different. Of one that nobody else has taken yet, remove the line from `asTaken` and run this again.',
  );
  assertNone(
    now.filter(isNew).map(({ name, digests }) => `  '${name}': '${digests}',`),
    'Add the line of the new step at the end of `asTaken`.',
  );
  assert.deepEqual(
    now.map(({ name }) => name),
    Object.keys(asTaken),
    'no step goes away, and a new one comes last',
  );
});
