// Checks every import against the table in ARCHITECTURE.md, and a few rules against the text of every file.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'server/src');

interface Import {
  from: string;
  to: string;
  text: string;
}

const files = globSync('**/*.ts', { cwd: source })
  .filter((file) => !isTest(file))
  .sort();

test('every room imports only what the table in ARCHITECTURE.md allows', () => {
  const allowed = readTable();
  const breaches = importsOfAll(files)
    // A .json file is data and belongs to no room.
    .filter(({ to }) => to.startsWith('.') && !to.endsWith('.json'))
    .map((each) => ({ ...each, room: roomOf(each.from), target: roomOf(targetOf(each)) }))
    .filter(({ room, target }) => room !== target && !allowed.get(room)?.has(target))
    .map(({ from, room, target, text }) => `${from}: ${room} may not import ${target} (${text})`);
  assert.deepEqual(breaches, []);
});

test('the table names every room and no other', () => {
  assert.deepEqual([...readTable().keys()].sort(), [...new Set(files.map(roomOf))].sort());
});

test('no file is part of a circle of imports', () => {
  const graph = new Map<string, string[]>();
  for (const each of importsOfAll(files)) {
    if (each.to.startsWith('.')) graph.set(each.from, [...(graph.get(each.from) ?? []), targetOf(each)]);
  }
  assert.deepEqual(circles(graph), []);
});

test('the folders of http never import each other', () => {
  const breaches = importsOfAll(files)
    .map((each) => ({
      ...each,
      own: doorOf(each.from),
      other: each.to.startsWith('.') ? doorOf(targetOf(each)) : undefined,
    }))
    .filter(({ own, other }) => other !== undefined && own !== undefined && own !== other);
  assert.deepEqual(breaches, []);
});

test('of http only the door for hubs imports the crawler', () => {
  const breaches = importsOfAll(files).filter(
    (each) =>
      each.to.startsWith('.') &&
      roomOf(each.from) === 'http' &&
      roomOf(targetOf(each)) === 'crawler' &&
      doorOf(each.from) !== 'websub',
  );
  assert.deepEqual(breaches, []);
});

test('of formats the library imports OPML, its encodings and what rewrites our own HTML only', () => {
  const breaches = importsOfAll(files).filter(
    (each) =>
      each.to.startsWith('.') &&
      roomOf(each.from) === 'library' &&
      roomOf(targetOf(each)) === 'formats' &&
      !['formats/opml.ts', 'formats/decode.ts', 'formats/proxied-images.ts'].includes(targetOf(each)),
  );
  assert.deepEqual(breaches, []);
});

test('only the rooms that own them import the database, the network, the protocol and its schemas', () => {
  const owners: [RegExp, (room: string) => boolean][] = [
    [/^(node:sqlite|pg|kysely)$/, (room) => room === 'store'],
    [/^(node:https|node:tls|node:dns.*)$/, (room) => room === 'net'],
    [/^node:http$/, (room) => ['net', 'http'].includes(room)],
    [/^node:net$/, (room) => ['net', 'http', 'accounts'].includes(room)],
    [/^@courant\/protocol$/, (room) => room === 'http'],
    [
      /^(htmlparser2|sanitize-html|entities|iconv-lite|linkedom|@mozilla\/readability).*$/,
      (room) => room === 'formats',
    ],
    [/^marked$/, (room) => room === 'http'],
    [/^(@node-rs\/argon2|@simplewebauthn\/server)$/, (room) => room === 'accounts'],
  ];
  const breaches = importsOfAll(files).filter(({ from, to }) =>
    owners.some(([name, owns]) => name.test(to) && !owns(roomOf(from))),
  );
  assert.deepEqual(breaches, []);
});

const onlyIn: [what: string, pattern: RegExp, files: RegExp][] = [
  ['reads the time', /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/, /^clock\.ts$/],
  ['reads the environment', /\bprocess\.env\b/, /^config\.ts$/],
  ['rolls dice', /\bMath\.random\b/, /^(service|main|cli\/.*|crawler\/.*thread.*)\.ts$/],
  [
    'knows requests and responses',
    /\bnew (Request|(Whole)?Response)\(|\b(Whole)?Response\.json\(/,
    /^http\//,
  ],
  // A response may be of our own class (http/whole-response.ts).
  ['asks fetch whether something is an answer', /\binstanceof (Response|Headers)\b/, /^nowhere$/],
  ['speaks SQL', /\bsql`/, /^store\//],
  [
    'writes items',
    /\bINSERT INTO items\b/,
    /^store\/(items\/(items|shelved-items)|sources\/fan-out|transfer\/imported-items)\.ts$/,
  ],
  [
    'calls what writes items',
    /\b(insertItems|insertKeptItems|copyToFollowers)\(/,
    /^(store\/(items\/items|transfer\/imported-items|sources\/fan-out)|crawler\/(record|imports\/record-import|following\/fill-feed))\.ts$/,
  ],
  // What its first use loads stays in memory: 8 MB of a service that holds 100 (docs/notes/start-and-memory.md).
  ['writes by the tables of Intl', /\bIntl\.|\.toLocale(Date|Time)?String\(|\.localeCompare\(/, /^nowhere$/],
  ['dials out by itself', /\bfetch\(\s*['"`]http/, /^net\//],
];
for (const [what, pattern, allowed] of onlyIn) {
  test(`only ${allowed.source} ${what}`, () => {
    const breaches = files.filter((file) => !allowed.test(file) && pattern.test(codeOf(file)));
    assert.deepEqual(breaches, []);
  });
}

test('the packages arrows fall one way: client on protocol, protocol on nothing of ours', () => {
  const breaches = ['protocol', 'client'].flatMap((name) =>
    globSync(`${name}/src/**/*.ts`, { cwd: root })
      .filter((file) => !isTest(file))
      .flatMap((file) => importsIn(join(root, file)).map((to) => ({ file, to })))
      .filter(
        ({ to }) =>
          to.startsWith('node:') ||
          /^(courant|@courant\/(?!protocol))/.test(to) ||
          (name === 'protocol' && to.startsWith('@courant/')),
      ),
  );
  assert.deepEqual(breaches, []);
});

test('the reader is an app like any other: of ours it imports the client only', () => {
  const breaches = globSync('reader/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !isTest(file))
    .flatMap((file) => importsIn(join(root, file)).map((to) => ({ file, to })))
    .filter(
      ({ to }) => !to.startsWith('.') && !/^(preact(\/hooks)?|@preact\/signals|@courant\/client)$/.test(to),
    );
  assert.deepEqual(breaches, []);
});

test('a file opens with a sentence of what it is for', () => {
  const silent = files.filter(
    (file) => !/^(#!.*\n)?(\/\/|\/\*\*)/.test(readFileSync(join(source, file), 'utf8')),
  );
  assert.deepEqual(silent, []);
});

test('no file is longer than 300 lines', () => {
  const long = [
    ...files.map((file) => join(source, file)),
    ...globSync('{protocol,client,reader}/src/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file)),
  ]
    .filter((file) => !isTest(file) && readFileSync(file, 'utf8').split('\n').length > 301)
    .map((file) => relative(root, file));
  assert.deepEqual(long, []);
});

/** Room → the rooms that it may import. */
function readTable(): Map<string, Set<string>> {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const table = /\| room \| may import \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(text)?.[1];
  assert.ok(table, 'ARCHITECTURE.md has the table');
  const entries = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, rooms = '', imports = '']) =>
      rooms
        .split(', ')
        .map((room): [string, Set<string>] => [room, new Set(imports.split(', ').filter(Boolean))]),
    );
  return new Map(entries);
}

function importsOfAll(from: readonly string[]): Import[] {
  return from.flatMap((file) => importsIn(join(source, file)).map((to) => ({ from: file, to, text: to })));
}

/** Everything that a file imports: types, re-exports, dynamic imports and worker files too. */
function importsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const patterns = [
    /^\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
    /\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function targetOf({ from, to }: Import): string {
  return relative(source, resolve(source, dirname(from), to));
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function doorOf(file: string): string | undefined {
  return /^http\/([^/]+)\//.exec(file)?.[1];
}

function isTest(file: string): boolean {
  return /\.test\.ts$|(^|\/)testing\//.test(file);
}

function codeOf(file: string): string {
  return readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
