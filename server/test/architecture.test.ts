// Checks every import against the table in ARCHITECTURE.md, and a few rules against the text of every file.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertNone } from './assert-none.ts';

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
  assertNone(
    breaches,
    'The table is in ARCHITECTURE.md. Move the code to a room that may, or let the caller pass in what is needed.',
  );
});

test('the table names every room and no other', () => {
  assert.deepEqual([...readTable().keys()].sort(), [...new Set(files.map(roomOf))].sort());
});

test('no file is part of a circle of imports', () => {
  const graph = new Map<string, string[]>();
  for (const each of importsOfAll(files)) {
    if (each.to.startsWith('.')) graph.set(each.from, [...(graph.get(each.from) ?? []), targetOf(each)]);
  }
  assertNone(circles(graph), 'Move what both ends of a circle need into a file of its own.');
});

test('the folders of http never import each other', () => {
  const breaches = importsOfAll(files)
    .map((each) => ({
      ...each,
      own: doorOf(each.from),
      other: each.to.startsWith('.') ? doorOf(targetOf(each)) : undefined,
    }))
    .filter(({ own, other }) => other !== undefined && own !== undefined && own !== other);
  assertNone(
    breaches.map(nameOf),
    'What several doors need is in server/src/http/ itself, or in the library.',
  );
});

test('of http only the door for hubs imports the crawler', () => {
  const breaches = importsOfAll(files).filter(
    (each) =>
      each.to.startsWith('.') &&
      roomOf(each.from) === 'http' &&
      roomOf(targetOf(each)) === 'crawler' &&
      doorOf(each.from) !== 'websub',
  );
  assertNone(breaches.map(nameOf), 'Add a function to the library that does it.');
});

test('of formats the library imports what people bring along, its encodings and dates, and what rewrites our own HTML only', () => {
  const breaches = importsOfAll(files).filter(
    (each) =>
      each.to.startsWith('.') &&
      roomOf(each.from) === 'library' &&
      roomOf(targetOf(each)) === 'formats' &&
      ![
        'formats/opml.ts',
        'formats/ttrss-articles.ts',
        'formats/entities.ts',
        'formats/decode.ts',
        'formats/dates.ts',
        'formats/proxied-images.ts',
      ].includes(targetOf(each)),
  );
  assertNone(
    breaches.map(nameOf),
    'Whatever else comes from outside is read by the crawler. A format that people bring along or take away is named here and in ARCHITECTURE.md.',
  );
});

test('only the rooms that own them import the database, the network, the protocol and its schemas', () => {
  const owners: [RegExp, (room: string) => boolean][] = [
    [/^(node:sqlite|pg|kysely)$/, (room) => room === 'store'],
    [/^(node:https|node:tls|node:dns.*)$/, (room) => room === 'net'],
    [/^node:http$/, (room) => ['net', 'http'].includes(room)],
    [/^node:net$/, (room) => ['net', 'http', 'accounts'].includes(room)],
    [/^@courant\/protocol$/, (room) => room === 'http'],
    [
      /^(htmlparser2|sanitize-html|entities|iconv-lite|chardet|linkedom|@mozilla\/readability).*$/,
      (room) => room === 'formats',
    ],
    [/^marked$/, (room) => room === 'http'],
    [/^(@node-rs\/argon2|@simplewebauthn\/server.*)$/, (room) => room === 'accounts'],
  ];
  const breaches = importsOfAll(files).filter(({ from, to }) =>
    owners.some(([name, owns]) => name.test(to) && !owns(roomOf(from))),
  );
  assertNone(breaches.map(nameOf), 'Each of these packages belongs to one room: ask that room to do it.');
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
    assertNone(
      breaches,
      `Each has ${pattern.source}. Leave it to ${allowed.source}, or have it passed in (STYLE.md).`,
    );
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
      )
      .map(({ file, to }) => `${file}: imports ${to}`),
  );
  assertNone(
    breaches,
    'Both packages run wherever there is fetch, so they use nothing of Node or of the server.',
  );
});

test('the reader is an app like any other: of ours it imports the client only', () => {
  const breaches = globSync('reader/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !isTest(file))
    .flatMap((file) => importsIn(join(root, file)).map((to) => ({ file, to })))
    .filter(
      ({ to }) => !to.startsWith('.') && !/^(preact(\/hooks)?|@preact\/signals|@courant\/client)$/.test(to),
    )
    .map(({ file, to }) => `${file}: imports ${to}`);
  assertNone(breaches, 'What the reader needs of the contract, @courant/client exports.');
});

test('a file opens with a sentence of what it is for', () => {
  const silent = files.filter(
    (file) => !/^(#!.*\n)?(\/\/|\/\*\*)/.test(readFileSync(join(source, file), 'utf8')),
  );
  assertNone(silent, 'Begin it with a comment of one sentence that says what the file is for.');
});

test('no file is longer than 300 lines', () => {
  const long = [
    ...files.map((file) => join(source, file)),
    ...globSync('{protocol,client,reader}/src/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file)),
  ]
    .filter((file) => !isTest(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300)
    .map(({ file, lines }) => `${relative(root, file)}: ${lines} lines`);
  assertNone(long, 'Move a noun of its own into a file of its own; a shorter comment only puts it off.');
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

function nameOf({ from, text }: Import): string {
  return `${from}: imports ${text}`;
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
