// The door of pictures: fetches publishers' pictures for readers, so that reading a post does not reveal who reads; and icons of sites.
import type { AccountsOptions } from '../../accounts/options.ts';
import { takeImage } from '../../accounts/quotas.ts';
import { findUserById } from '../../accounts/users.ts';
import { findIcon } from '../../library/icons.ts';
import { fetchImage, keptImage } from '../../library/images.ts';
import type { Library } from '../../library/library.ts';
import type { Icon } from '../../model/icon.ts';
import type { Image, ImageFailure } from '../../model/image.ts';
import { Refusal, type RefusalCode } from '../../model/refusal.ts';
import { inSeconds } from '../retry-after.ts';
import type { Call, Door } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';

interface ImagesOptions {
  library: Library;
  accounts: AccountsOptions;
}

/** A week: the picture at an address hardly ever changes, and a browser need not ask again for what it has. */
const KEPT = 'private, max-age=604800, immutable';
/** Not immutable: the icon at an address may change, once a month. */
const ICON_KEPT = 'private, max-age=604800';

/** Nothing in a picture runs or loads anything, even if it is opened by itself and is not a picture after all. */
const POLICY = "default-src 'none'; sandbox";
/** Drawings are styled within. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const statuses: Readonly<Partial<Record<RefusalCode, number>>> = { 'too-many': 429, 'wrong-method': 405 };

/** Opens the door. Errors are told by the status alone: nobody reads the text of a picture. */
export function openImagesDoor(options: ImagesOptions): Door {
  return {
    name: 'images',
    // Knowing the address is the permission to see the picture; no cookie counts.
    crossOrigin: true,
    owns: (path) => path.startsWith('/images/'),
    refuse: ({ code, retryAfterMs }) => nothing(statuses[code] ?? 404, retryAfterMs),
    fail: (_call, fault) => nothing(fault === 'broken' ? 500 : 503),
    routes: [
      { method: 'GET', path: '/images/:signature/:address', handle: (call) => show(options, call) },
      { method: 'GET', path: '/images/site/:name', handle: (call) => showIcon(options, call) },
    ],
  };
}

async function show({ library, accounts }: ImagesOptions, { params }: Call): Promise<Response> {
  const { signature = '', address = '' } = params;
  const asked = library.images.read(signature, address);
  if (!asked) throw new Refusal('not-found', 'Cannot show picture: the address was not made here');
  const { userId, url } = asked;
  const kept = await keptImage(library, url);
  if (kept !== undefined) return answer(kept);
  // Whoever was shut out keeps the addresses that were made for them, but nothing more is fetched for them.
  if (!(await findUserById(accounts, userId)))
    throw new Refusal('not-found', 'Cannot show picture: the account is gone or disabled');
  await takeImage(accounts, userId);
  return answer(await fetchImage(library, url));
}

async function showIcon({ library }: ImagesOptions, { params }: Call): Promise<Response> {
  const id = library.images.readIcon(params.name ?? '');
  const icon = id === undefined ? undefined : await findIcon(library, id);
  if (!icon) throw new Refusal('not-found', 'Cannot show icon: there is none at this address');
  return picture(icon, ICON_KEPT);
}

function answer(found: Image | ImageFailure): Response {
  // The reason is not given: it would make us a port scanner.
  if (typeof found === 'string') return nothing(found === 'busy' || found === 'unreachable' ? 502 : 404);
  return picture(found, KEPT);
}

function picture(found: Image | Icon, caching: string): Response {
  const isDrawing = found.type === 'image/svg+xml';
  return new WholeResponse(new Uint8Array(found.bytes), {
    headers: {
      'Content-Type': found.type,
      'Content-Length': String(found.bytes.byteLength),
      'Cache-Control': caching,
      'Content-Security-Policy': isDrawing ? DRAWING_POLICY : POLICY,
      // By itself, a drawing is a page of ours: saved instead of opened, it is shown as a picture only.
      'Content-Disposition': isDrawing ? 'attachment; filename="drawing.svg"' : 'inline',
      // Pages of apps may show it, on whatever origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

function nothing(status: number, retryAfterMs?: number): Response {
  const headers: Record<string, string> = {
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': POLICY,
  };
  if (retryAfterMs !== undefined) headers['Retry-After'] = inSeconds(retryAfterMs);
  return new WholeResponse(null, { status, headers });
}
