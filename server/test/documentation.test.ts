// The written pages are consistent: links and anchors lead somewhere, and what they name (settings, scripts, metrics, packages, apps) exists.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@courant/client';
import { describeConfig } from '../src/config.ts';
import { assertNone } from './assert-none.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', '{docs,client,protocol,reader,server,deploy,bench}/**/*.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort();

test('every link and every picture leads to a file of the clone, and every anchor to a heading in it', () => {
  assert.ok(pages.length > 60);
  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  assertNone(broken, 'No such file, or no such heading in it.');
});

test('every setting that is named is one', () => {
  const known = new Set(describeConfig({}).map(({ variable }): string => variable));
  // For tests; not settings of the service.
  const others = /^COURANT_TEST_/;
  assert.deepEqual(
    named(/\bCOURANT_[A-Z_]+[A-Z]\b/g, (name) => known.has(name) || others.test(name)),
    [],
  );
});

test('every script that is named is one', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  assert.deepEqual(
    named(/(?<=\bnpm run (?:--silent )?)[a-z][\w:]*/g, (name) => name in scripts),
    [],
  );
});

test('every variable by which a person tells tests something is in CONTRIBUTING.md', () => {
  const files = globSync('{server/test,scripts}/**/*.ts', { cwd: root });
  const variables = files.flatMap((file) =>
    [...read(file).matchAll(/\bprocess\.env\.([A-Z_]+)/g)].map(([, name = '']) => name),
  );
  // Of the system, of Node, and what `npm test` tells the tests itself.
  const others = /^(PATH|TMPDIR|TZ|FORCE_COLOR|NODE_.+|COURANT_TEST_PROGRAM)$/;
  const page = read('CONTRIBUTING.md');
  assertNone(
    [...new Set(variables)].filter((name) => !others.test(name) && !page.includes(`\`${name}`)),
    'Say in CONTRIBUTING.md what these are for.',
  );
});

test('README.md names the oldest browsers that the reader is built for', () => {
  const [, targets = ''] = /target: \[(.+)\]/.exec(read('reader/build.mjs')) ?? [];
  const built = [...targets.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, version]) => `${name} ${version}`);
  const [, named = ''] = /The reader needs ([^;]+), or newer/.exec(read('README.md')) ?? [];
  assert.deepEqual(named.toLowerCase().split(/, | or /), built);
});

test('every program that is named by its path is there', () => {
  const isThere = (path: string): boolean =>
    /^(server\/dist|bench\/results)\//.test(path) || existsSync(join(root, path));
  assert.deepEqual(
    named(/\b(?:bench|deploy|scripts|server|reader)\/[\w./-]+\.(?:ts|mjs|js|json|ya?ml)\b/g, isThere),
    [],
  );
});

test('what is written in TypeScript is run by the Node that comes with the packages: an older one cannot', () => {
  assert.deepEqual(
    named(/(?<!npx )\bnode (?:--[\w-]+ )*[\w./-]+\.ts\b/g, () => false),
    [],
  );
});

test('every source file that a page or a comment names is there, somewhere', () => {
  const files = globSync('{bench,client,protocol,reader,scripts,server}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const known = new Set(files.map((path) => basename(path)));
  const texts = [
    ...pages.map((page) => [page, read(page)] as const),
    ...files.map((file) => [file, commentsOf(read(file))] as const),
  ];
  const missing = texts.flatMap(([path, text]) =>
    [...text.matchAll(/(?<![\w*.-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs)\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  assertNone(missing, 'No file has this name: has it been renamed?');
});

test('the plan in ARCHITECTURE.md names every folder of the code, and no other', () => {
  const [, plan = ''] = /^```\n(.+?)^```$/ms.exec(read('ARCHITECTURE.md')) ?? [];
  const planned = new Set(
    [...plan.matchAll(/(?<![\w/-])([a-z-]+)\/(?![\w-])/g)].map(([, name = '']) => name),
  );
  const foldersIn = (...places: string[]): Set<string> =>
    new Set(
      globSync(places, { cwd: root, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    );
  const rooms = foldersIn('*', 'server/*', 'server/src/{*,*/*}', 'server/test/*');
  // What is made, what is written, and what only tests and pages need.
  const others = /^(\..*|node_modules|dist|data|packages|docs|fixtures|testing|assets)$/;
  assertNone(
    [...rooms].filter((name) => !planned.has(name) && !others.test(name)),
    'Say in the plan of ARCHITECTURE.md what is in these folders.',
  );
  const inRooms = foldersIn('server/src/*/*/*');
  assertNone(
    [...planned].filter((name) => !rooms.has(name) && !inRooms.has(name)),
    'The plan of ARCHITECTURE.md names these folders, which are not there.',
  );
});

test('the README of the client lists every method, and no other', () => {
  const client = createClient({ baseUrl: 'https://courant.example' });
  const rows = [...read('client/README.md').matchAll(/^\| +`(\w+)` +\| (.*) \|$/gm)];
  const listed = rows.map(([, name, cell = '']) => [name, ...namesIn(cell.split(':')[0] ?? '')]);
  const groups = Object.entries(client).filter(([, value]) => typeof value === 'object');
  const there = groups.map(([name, methods]) => [name, ...Object.keys(methods)]);
  const sorted = (lists: readonly (string | undefined)[][]): string[] =>
    lists.map(([name, ...names]) => `${name}: ${names.toSorted().join(' ')}`).toSorted();
  const documented = sorted(listed);
  assertNone(
    sorted(there).filter((row) => !documented.includes(row)),
    'The table of methods in client/README.md must have these.',
  );
  assert.deepEqual(documented, sorted(there));
});

test('the README of the protocol says what is in each of its files', () => {
  const [, table = ''] = /^\| file(.+?)\n\n/ms.exec(read('protocol/README.md')) ?? [];
  const listed = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const isListed = (file: string): boolean =>
    listed.some((name) =>
      name.includes('*')
        ? file.startsWith(name.split('*')[0] ?? '')
        : file === name || file === name.slice(0, -1),
    );
  assertNone(
    globSync('*', { cwd: join(root, 'protocol/src') }).filter(
      (file) => !/\.test\.ts$|^index\.ts$/.test(file) && !isListed(file),
    ),
    'Add them to the table in protocol/README.md.',
  );
});

test('every package that we depend on has its line in ARCHITECTURE.md', () => {
  const [, table = ''] = read('ARCHITECTURE.md').split('## Dependencies\n');
  const explained = new Set(
    [...table.matchAll(/^\| ([^*|]+) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', ').map((each) => each.trim()),
    ),
  );
  const needed = ['.', 'protocol', 'client', 'reader', 'server'].flatMap((folder) => {
    const manifest = JSON.parse(read(join(folder, 'package.json'))) as Record<string, Record<string, string>>;
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
  });
  assert.ok(needed.length > 20);
  assertNone(
    needed.filter((name) => !name.startsWith('@courant/') && !explained.has(name)),
    'Add a line to Dependencies: why we do not write it ourselves, and its licence.',
  );
});

test('every app, every extension and every note is listed', () => {
  for (const folder of ['docs/apps', 'docs/extensions', 'docs/notes']) {
    const listed = linksOf(read(`${folder}/README.md`)).filter((link) => link.endsWith('.md'));
    const written = globSync('*.md', { cwd: join(root, folder) }).filter((name) => name !== 'README.md');
    assertNone(
      written.filter((name) => !listed.includes(name)),
      `Add a line to ${folder}/README.md.`,
    );
  }
});

/** Each name in a page that `isKnown` does not know, with the page. Notes are exempt, as they also mention plans and history. */
function named(pattern: RegExp, isKnown: (name: string) => boolean): string[] {
  return pages
    .filter((page) => !page.startsWith('docs/notes/'))
    .flatMap((page) =>
      [...read(page).matchAll(pattern)]
        .map(([name]) => name)
        .filter((name) => !isKnown(name))
        .map((name) => `${page}: ${name}`),
    );
}

/** Whole lines only: what follows code on its line may be part of a string. */
function commentsOf(source: string): string {
  return [...source.matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].join('\n');
}

/** What is written as code in a line. */
function namesIn(line: string): string[] {
  return [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** The links of a text, without its code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)|\ssrc(?:set)?="([^"]+)"/g)];
  return found.map(([, link, picture]) => link ?? picture ?? '');
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

/** Anchors as GitHub makes them from headings. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
