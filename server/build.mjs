// Bundles the service into dist/: a few files instead of seven hundred, without types. A start finds and reads each of them, and that
// took it twice as long; `node server/src/main.ts` runs the very same program. Plain JavaScript, because it runs on whatever Node (20
// or newer) the machine has. `node server/build.mjs FOLDER` puts it elsewhere, beside src/.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(root, process.argv[2] ?? 'dist');
/** Written beside the old one and put in its place at the end: a service that starts meanwhile finds either. */
const fresh = `${dist}.${process.pid}`;

/** Each thread has a program of its own; what they have in common stands in files of its own. */
const programs = [
  'src/main.ts',
  'src/crawler/thread.ts',
  'src/crawler/reading/reading-worker.ts',
  'src/library/transfer/reading-thread.ts',
];

/** Files are found beside the source, as ever; threads beside the bundle. */
const fromTheSource = {
  name: 'from-the-source',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /\/server\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const place = relative(dist, path);
      const contents = text
        .replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (_, name) => {
          const program = relative(root, resolve(dirname(path), `${name}.ts`));
          // From its source it would run as well, only slower, and nobody would notice.
          if (!programs.includes(program))
            throw new Error(`Cannot bundle: ${program} is not among the programs`);
          return `new URL('./${name}.js', OF_THE_BUNDLE)`;
        })
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, OF_THE_BUNDLE).href`)
        .replaceAll('OF_THE_BUNDLE', 'import.meta.url');
      return { contents, loader: 'ts' };
    });
  },
};

await esbuild.build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), path])),
  outdir: fresh,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  chunkNames: '[name].[hash]',
  // Machine code, which is found by its package; and what pg would take instead of itself.
  external: ['@node-rs/argon2', 'pg-native'],
  // `NODE_OPTIONS=--enable-source-maps` shows the lines of the source in a stack.
  sourcemap: true,
  sourcesContent: false,
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  plugins: [fromTheSource],
  logLevel: 'warning',
});
for (const name of readdirSync(fresh).filter((each) => each.endsWith('.js'))) {
  const path = join(fresh, name);
  writeFileSync(path, inAscii(readFileSync(path, 'utf8')));
}
// `courant` in the image is a link to it.
writeFileSync(`${fresh}/main.js`, readFileSync(`${fresh}/main.js`), { mode: 0o755 });
mkdirSync(dist, { recursive: true });
renameSync(dist, `${fresh}.old`);
renameSync(fresh, dist);
rmSync(`${fresh}.old`, { recursive: true });

/**
 * A program stays in memory as text, with two bytes for each character as soon as one is not ASCII. The bundler escapes them in strings, but
 * not in comments, regular expressions and tagged templates, where an escape means the same.
 * @param {string} text
 */
function inAscii(text) {
  if (/(?<!\\)(?:\\\\)*\\[\u0080-\uffff]/.test(text))
    throw new Error('Cannot bundle: a character outside of ASCII has a backslash before it');
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
