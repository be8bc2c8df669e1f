// Fingerprints of posts as a document writes them: a post that comes unchanged need not be read again.

import { hash } from 'node:crypto';
import { PARSER_VERSION, SANITISER_VERSION } from './versions.ts';

/** At least 128 bits: a publisher who constructs a collision only hides an edit of their own. */
const LETTERS = 22;

/** The parts of a post as a document writes them, in whatever shape its reader gathered them. */
interface AsWritten {
  title?: unknown;
  content?: unknown;
  summary?: unknown;
}

/** Covers the versions of parser and sanitiser too, so that a new version reads every post again. */
export function fingerprintOf({ title, content, summary }: AsWritten): string {
  const written = [PARSER_VERSION, SANITISER_VERSION, title, content, summary];
  return hash('sha256', JSON.stringify(written), 'base64url').slice(0, LETTERS);
}
