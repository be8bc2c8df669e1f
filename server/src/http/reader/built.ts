// Reads the result of the reader's build: its files, each plain and compressed, and what the shell's content policy needs.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
  scriptHash: string;
  styleHash: string;
  files: Record<string, string>;
  encodings: Record<string, string[]>;
}

const folder = new URL('./dist/', import.meta.resolve('@courant/reader/package.json'));

/** Reads the build; undefined if there is none. */
export function readBuild(): BuiltReader | undefined {
  const about = new URL('build.json', folder);
  if (!existsSync(fileURLToPath(about))) return undefined;
  const { files, encodings, ...rest } = JSON.parse(readFileSync(about, 'utf8')) as About;
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
  return {
    ...rest,
    files: new Map(
      Object.entries(files).map(([name, type]) => {
        const packed = (encodings[name] ?? []).map(
          (extension) => [extension === 'gz' ? 'gzip' : extension, read(`${name}.${extension}`)] as const,
        );
        return [name, { bytes: read(name), type, packed }];
      }),
    ),
  };
}
