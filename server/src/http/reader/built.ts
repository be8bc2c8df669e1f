// What the reader's build has left: its files, each as it is and packed, and what the shell needs to be let run.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** By the names of Content-Encoding, the best first. */
  packed: readonly [encoding: string, bytes: Uint8Array<ArrayBuffer>][];
}

export interface BuiltReader {
  /** Patterns of the addresses that the shell answers. */
  paths: readonly string[];
  files: ReadonlyMap<string, BuiltFile>;
  /** Of the one script and the one style that stand in the shell itself, as a policy names them. */
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

/** Reads it, once; undefined where nobody has built it. */
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
        return [
          name,
          { bytes: read(name), type, packed: packed.map(([encoding, bytes]) => [encoding, bytes]) },
        ];
      }),
    ),
  };
}
