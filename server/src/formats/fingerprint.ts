// Fingerprints of posts as a document writes them: a post that comes unchanged need not be read again.

import { hash } from 'node:crypto';
import type { WrittenPicture } from './pictures.ts';
import { PARSER_VERSION, SANITISER_VERSION } from './versions.ts';

/** At least 128 bits: a publisher who constructs a collision only hides an edit of their own. */
const LETTERS = 22;

/** The parts of a post as a document writes them, in whatever shape its reader gathered them. */
interface AsWritten {
  title?: unknown;
  content?: unknown;
  summary?: unknown;
  pictures?: readonly WrittenPicture[];
}

/** Covers the versions of parser and sanitiser too, so that a new version reads every post again. */
export function fingerprintOf({ title, content, summary, pictures = [] }: AsWritten): string {
  // Some sites sign the addresses of pictures at each request, in what follows the `?`.
  const shown = pictures.map(({ value, alt }) => [value?.replace(/[?#].*$/s, ''), alt]);
  const written = [PARSER_VERSION, SANITISER_VERSION, title, content, summary, shown];
  return hash('sha256', JSON.stringify(written), 'base64url').slice(0, LETTERS);
}
