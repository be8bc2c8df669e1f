// Entity tags of lists: made from the user's position in the sequence of changes and what was asked (RFC 9110 §8.8.3).
import { hash } from 'node:crypto';
import type { Asked } from './asked.ts';

/** 96 bits of a hash: two different requests never share them by chance. */
const ASKED_CHARACTERS = 16;

/**
 * A weak tag: the content is the same, but its bytes may be compressed. `asked` is all else that the answer depends on: whose it is, the
 * request, and the service's version, unless it is the answer itself.
 */
export function etagOf(standing: string, asked: string): string {
  return `W/"${standing}-${hash('sha256', asked, 'base64url').slice(0, ASKED_CHARACTERS)}"`;
}

/**
 * Whether the client has this version already, or whichever there is (`*`). Both kinds of tags are compared by their values (RFC 9110 §13.1.2):
 * libraries keep only these.
 */
export function isKnown(request: Asked, etag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? '';
  return isAnyKnown(request) || known.split(',').some((each) => valueIn(each.trim()) === valueIn(etag));
}

/** Whether the client has whichever version there is. There may be none. */
export function isAnyKnown({ headers }: Asked): boolean {
  return headers.get('If-None-Match')?.trim() === '*';
}

function valueIn(etag: string): string {
  return etag.replace(/^W\//, '');
}
