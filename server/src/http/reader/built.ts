// Reads the result of the reader's build: its files, each plain and compressed, and what the shell's content policy needs.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Compressed versions by their Content-Encoding, the best first. */
  packed: readonly (readonly [encoding: string, bytes: Uint8Array<ArrayBuffer>])[];
}

export interface BuiltReader {
  /** Patterns of the paths that the shell answers. */
  paths: readonly string[];
  files: ReadonlyMap<string, BuiltFile>;
  /** Hashes of the one inline script and the one inline style of the shell, as the Content-Security-Policy names them. */
  scriptHash: string;
  styleHash: string;
}

interface About {
  paths: string[];
  /** The file with the name of an app that is installed. */
  manifest: string;
  scriptHash: string;
  styleHash: string;
  files: Record<string, string>;
  encodings: Record<string, string[]>;
}

/** The name in the files as they are built. */
const builtName = 'Courant';

const folder = new URL('./dist/', import.meta.resolve('@courant/reader/package.json'));

/** What was read, by the name of the instance: a new build needs a new process. */
const builds = new Map<string, BuiltReader>();

/** The build, with the name of the instance in it; undefined if there is none. */
export function openBuild(name: string): BuiltReader | undefined {
  const build = builds.get(name) ?? readBuild(name);
  if (build) builds.set(name, build);
  return build;
}

function readBuild(name: string): BuiltReader | undefined {
  const about = new URL('build.json', folder);
  if (!existsSync(fileURLToPath(about))) return undefined;
  const { files, encodings, manifest, ...rest } = JSON.parse(readFileSync(about, 'utf8')) as About;
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
  const built = new Map(
    Object.entries(files).map(([file, type]) => {
      const packed = (encodings[file] ?? []).map(
        (extension) => [extension === 'gz' ? 'gzip' : extension, read(`${file}.${extension}`)] as const,
      );
      return [file, { bytes: read(file), type, packed }];
    }),
  );
  if (name !== builtName) giveName(built, name, manifest);
  return { ...rest, files: built };
}

/** Puts another name where the program has its own: the reader takes it from the title of the shell. */
function giveName(files: Map<string, BuiltFile>, name: string, manifest: string): void {
  const change = (file: string, to: (text: string) => string): void => {
    const built = files.get(file);
    if (!built) return;
    const bytes = new Uint8Array(Buffer.from(to(Buffer.from(built.bytes).toString())));
    const packed = [
      ['br', new Uint8Array(brotliCompressSync(bytes))],
      ['gzip', new Uint8Array(gzipSync(bytes))],
    ] as const;
    files.set(file, { type: built.type, bytes, packed });
  };
  const escaped = name.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  change('shell.html', (text) =>
    text
      .replace(`<title>${builtName}<`, () => `<title>${escaped}<`)
      // Browsers keep the one of another name for ever.
      .replace(manifest, () => `${manifest}?${encodeURIComponent(name)}`),
  );
  change(manifest, (text) => JSON.stringify({ ...JSON.parse(text), name, short_name: name }));
  // A browser fetches the shell anew when this file has changed.
  change('service-worker.js', (text) => `${text};${JSON.stringify(name)}\n`);
}
