// Bundles the reader into dist/: hashed files, the shell that names them, the service worker, and build.json for the service.
// Plain JavaScript, because it runs on whatever Node (20 or newer) the machine has.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import esbuild from 'esbuild';
import { clientLater, streamLater, withoutUnused } from './client-parts.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = `${root}dist`;
/** Written beside the old folder and swapped in at the end, so that a service that starts meanwhile finds one or the other whole. */
const fresh = `${root}dist.${process.pid}`;
/** The path under which the service serves the files. */
const publicPath = '/reader/';

const types = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  // The oldest with what the reader relies on: light-dark() in Chrome and Safari, popovers and AbortSignal.any in Firefox.
  target: ['chrome123', 'firefox125', 'safari17.5'],
  absWorkingDir: root,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  legalComments: 'none',
  loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file' },
};

/**
 * Makes every module that is loaded later import the entry, which has run by then. So esbuild puts all that the entry contains into
 * one chunk: otherwise each set of modules shared by two chunks becomes a chunk of its own, and small files compress badly.
 */
const onTopOfMain = {
  name: 'on-top-of-main',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import' || path.endsWith('/validation.ts')) return undefined;
      return { path: resolve(resolveDir, path), namespace: 'later' };
    });
    build.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(`${root}src/main.tsx`)}; export * from ${JSON.stringify(path)};`,
      resolveDir: root,
    }));
  },
};

/** @param {string | Uint8Array} text @param {'base64' | 'base64url'} encoding */
function sha256(text, encoding) {
  return createHash('sha256').update(text).digest(encoding);
}

async function buildApp() {
  return esbuild.build({
    ...common,
    entryPoints: { reader: 'src/main.tsx', rest: 'src/styles/rest.css' },
    outdir: fresh,
    splitting: true,
    entryNames: '[name].[hash]',
    chunkNames: 'chunk.[hash]',
    assetNames: '[name].[hash]',
    publicPath,
    metafile: true,
    plugins: [withoutUnused, clientLater, streamLater, onTopOfMain],
  });
}

/** A text that is inlined in the shell. @param {string} entryPoint @param {Record<string, string>} define */
async function inlined(entryPoint, define = {}) {
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: [entryPoint],
    outdir: fresh,
    assetNames: '[name].[hash]',
    publicPath,
    write: false,
    format: 'iife',
    define,
  });
  const file = outputFiles.find(({ path }) => /\.(js|css)$/.test(path));
  for (const { path, contents } of outputFiles) if (path !== file?.path) writeFileSync(path, contents);
  return (file?.text ?? '').trim();
}

/** The addresses that the shell answers. @returns {Promise<string[]>} */
async function readPaths() {
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: ['src/paths.ts'],
    outdir: fresh,
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).shellPaths;
}

/** The files that the entry needs at once, by its static imports. @param {import('esbuild').Metafile} metafile */
function filesAtStart({ outputs }) {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === 'src/main.tsx') ?? '';
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') found.add(next);
    }
  }
  return [...found].map((path) => basename(path));
}

/** @param {string} folder @param {string} prefix */
function nameIn(folder, prefix) {
  return readdirSync(folder).find((name) => name.startsWith(prefix)) ?? '';
}

async function build() {
  mkdirSync(fresh, { recursive: true });
  const [app, style, paths] = await Promise.all([
    buildApp(),
    inlined('src/styles/critical.css'),
    readPaths(),
  ]);
  const scripts = filesAtStart(app.metafile);
  const fonts = ['literata-latin-opsz-normal', 'instrument-sans-latin-wght-normal'].map((name) =>
    nameIn(fresh, name),
  );
  const icons = ['svg', 'png'].flatMap((kind) => copyIcons(kind));
  const rest = nameIn(fresh, 'rest.');
  const early = await inlined('src/early.ts', {
    LATER: JSON.stringify({ style: publicPath + rest, fonts: fonts.map((name) => publicPath + name) }),
  });
  const names = {
    entry: scripts[0] ?? '',
    manifest: addHashed('manifest.webmanifest', manifestText(icons)),
  };
  const shell = shellText({ ...names, scripts, style, early, icons });
  writeFileSync(`${fresh}/shell.html`, shell);
  // The legible font, which only some choose, is cached once it was loaded.
  const isForAll = (/** @type {string} */ name) => /\.(js|css|woff2)$/.test(name) && !/^atkinson/.test(name);
  const offline = [...readdirSync(fresh).filter(isForAll), names.manifest];
  await buildWorker({ version: sha256(shell, 'base64url').slice(0, 12), offline, paths });
  const encodings = await compressAll();
  const about = {
    paths,
    manifest: names.manifest,
    atStart: scripts,
    soonAfter: { styles: [rest], fonts },
    scriptHash: sha256(early, 'base64'),
    styleHash: sha256(style, 'base64'),
    files: Object.fromEntries(
      readdirSync(fresh)
        .filter((name) => extname(name) in types)
        .map((name) => [name, types[/** @type {keyof typeof types} */ (extname(name))]]),
    ),
    encodings,
  };
  writeFileSync(`${fresh}/build.json`, JSON.stringify(about, undefined, 2));
  swapIn();
}

/** With `--first` (server/test/built-reader.ts), a folder that is there by now stays: others may be reading it. */
function swapIn() {
  const isFirst = process.argv.includes('--first');
  if (!isFirst) rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(fresh, dist);
  } catch (error) {
    if (!isFirst || !existsSync(dist)) throw error;
  }
}

/** @param {string} kind */
function copyIcons(kind) {
  return readdirSync(`${root}src/icons`)
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => addHashed(name, readFileSync(`${root}src/icons/${name}`)));
}

/** @param {string} name @param {string | Uint8Array} content */
function addHashed(name, content) {
  const extension = extname(name);
  const hashed = `${name.slice(0, -extension.length)}.${sha256(content, 'base64url').slice(0, 10)}${extension}`;
  writeFileSync(`${fresh}/${hashed}`, content);
  return hashed;
}

/** @param {string[]} icons */
function manifestText(icons) {
  const manifest = JSON.parse(readFileSync(`${root}src/manifest.json`, 'utf8'));
  const address = (/** @type {string} */ start) =>
    publicPath + (icons.find((name) => name.startsWith(`${start}.`)) ?? '');
  for (const icon of manifest.icons) icon.src = address(icon.src);
  return JSON.stringify(manifest);
}

/** @param {{ entry: string, manifest: string, scripts: string[], icons: string[], style: string, early: string }} parts */
function shellText({ entry, manifest, scripts, icons, style, early }) {
  const links = [
    ...scripts.map((name) => `<link rel="modulepreload" href="${publicPath}${name}">`),
    `<link rel="manifest" href="${publicPath}${manifest}" crossorigin="use-credentials">`,
    `<link rel="icon" href="${publicPath}${icons.find((name) => name.endsWith('.svg'))}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${publicPath}${icons.find((name) => name.startsWith('icon-192'))}">`,
  ];
  return readFileSync(`${root}src/shell.html`, 'utf8')
    .replace('<!--links-->', () => links.join('\n'))
    .replace('<!--style-->', () => `<style>${style}</style>`)
    .replace('<!--early-->', () => `<script>${early}</script>`)
    .replace('<!--entry-->', () => `<script type="module" src="${publicPath}${entry}"></script>`);
}

/** @param {{ version: string, offline: string[], paths: string[] }} about */
async function buildWorker({ version, offline, paths }) {
  await esbuild.build({
    ...common,
    entryPoints: ['src/service-worker.ts'],
    outfile: `${fresh}/service-worker.js`,
    format: 'iife',
    define: {
      BUILD: JSON.stringify({ version, files: offline.map((name) => publicPath + name), paths }),
    },
  });
}

/** Writes each text as brotli and as gzip, too, so that the service only has to copy files. */
async function compressAll() {
  /** @type {Record<string, string[]>} */
  const encodings = {};
  const compress = async (/** @type {string} */ name) => {
    const bytes = readFileSync(`${fresh}/${name}`);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    writeFileSync(`${fresh}/${name}.br`, br);
    writeFileSync(`${fresh}/${name}.gz`, gz);
    encodings[name] = ['br', 'gz'];
  };
  await Promise.all(
    readdirSync(fresh)
      .filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))
      .map(compress),
  );
  return encodings;
}

await build().finally(() => rmSync(fresh, { recursive: true, force: true }));
