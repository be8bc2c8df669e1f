// The files that pages load: a stylesheet, two fonts, an icon and one small script, under names that change with their content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';

/** Addresses of the assets. */
export interface Assets {
  style: string;
  icon: string;
  /** For forms that need a passkey; the pages work without it. */
  passkeys: string;
  /** The fonts that every page needs, preloaded together with the stylesheet. */
  fonts: readonly string[];
  serve(call: Call): Response;
}

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A year: the name changes with the content, so browsers never need to ask again. */
const FOR_EVER = 'public, max-age=31536000, immutable';

let opened: Assets | undefined;

/** Reads the assets, once in a process. */
export function openAssets(): Assets {
  opened ??= readAssets();
  return opened;
}

function readAssets(): Assets {
  const assets = new Map<string, Asset>();
  const add = (name: string, bytes: Uint8Array<ArrayBuffer>): string => {
    const extension = extname(name);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
    const hashedName = `${name.slice(0, -extension.length)}.${hash}${extension}`;
    assets.set(hashedName, { bytes, type: types[extension] ?? 'application/octet-stream' });
    return `/assets/${hashedName}`;
  };
  const literata = add(
    'literata.woff2',
    readFile(import.meta.resolve('@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2')),
  );
  const instrumentSans = add(
    'instrument-sans.woff2',
    readFile(
      import.meta.resolve(
        '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
      ),
    ),
  );
  const css = new TextDecoder()
    .decode(readFile(new URL('./assets/pages.css', import.meta.url)))
    .replace('{literata}', literata)
    .replace('{instrument-sans}', instrumentSans);
  return {
    style: add('pages.css', new TextEncoder().encode(css)),
    icon: add('books.svg', readFile(new URL('./assets/books.svg', import.meta.url))),
    passkeys: add('passkeys.js', readFile(new URL('./assets/passkeys.js', import.meta.url))),
    fonts: [literata, instrumentSans],
    serve: (call) => serve(assets.get(call.params.name ?? '')),
  };
}

function readFile(place: string | URL): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(place)));
}

function serve(asset: Asset | undefined): Response {
  if (!asset) throw new Refusal('not-found', 'Cannot find what was asked for: there is no such file');
  return new WholeResponse(asset.bytes, {
    headers: {
      'Content-Type': asset.type,
      'Content-Length': String(asset.bytes.byteLength),
      'Cache-Control': FOR_EVER,
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}
