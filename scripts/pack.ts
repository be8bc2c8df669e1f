// Makes the packages of protocol/ and client/ for other programs: JavaScript with types, because Node runs no TypeScript in node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = ['protocol', 'client'] as const;

interface Manifest {
  exports: Record<string, string>;
}

/** Puts the packages into a folder, ready for `npm pack`. Everything that was in the folder is deleted. */
export function pack(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compile(folder);
  for (const name of names) {
    const [from, to] = [join(root, name), join(folder, name)];
    for (const file of ['README.md', 'LICENSE']) cpSync(join(from, file), join(to, file));
    const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest;
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(built(manifest), undefined, 2)}\n`);
  }
}

/** Both together: the types of the client are those of the protocol. */
function compile(folder: string): void {
  const config = join(folder, 'tsconfig.json');
  const sources = names.map((name) => join(root, name, 'src'));
  const options = {
    noEmit: false,
    declaration: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    // Other programs have their own types for what a runtime provides.
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    target: 'es2023',
    rootDir: root,
    outDir: folder,
  };
  const text = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: options,
    include: sources,
    exclude: sources.flatMap((source) => [`${source}/**/*.test.ts`, `${source}/fake-service.ts`]),
  };
  writeFileSync(config, JSON.stringify(text));
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], folder);
  rmSync(config);
}

function built({ exports, ...manifest }: Manifest): object {
  const each = Object.entries(exports).map(([name, source]) => {
    const bare = source.replace(/\.ts$/, '');
    return [name, { types: `${bare}.d.ts`, default: `${bare}.js` }] as const;
  });
  const all = Object.fromEntries(each);
  // TypeScript with `moduleResolution: node10` and other old programs know nothing of exports.
  const door = { main: all['.']?.default, types: all['.']?.types };
  return { ...manifest, engines: { node: '>=20' }, ...door, exports: all };
}

function run(command: string, words: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`Cannot pack: ${command} ${words.join(' ')} ended with ${status}`);
}

if (import.meta.main) {
  // Always the same folder: it is emptied first, and a mistyped one would lose its contents.
  readCommandLine('npm run pack:client --', {});
  const folder = join(root, 'packages');
  pack(folder);
  for (const name of names) run('npm', ['pack', '--silent', `./${name}`], folder);
}
