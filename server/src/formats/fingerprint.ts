// Knows again what a document writes: a post that comes as it came before need not be read again.

import { hash } from 'node:crypto';
import { PARSER_VERSION } from './parser-version.ts';
import { SANITISER_VERSION } from './sanitiser-version.ts';

/** 128 bits of it: a publisher who finds two posts with one has hidden an edit of their own. */
const LETTERS = 22;

/** What a document writes of a post, in whatever shape its reader has gathered it. */
export interface AsWritten {
  title?: unknown;
  content?: unknown;
  summary?: unknown;
}

/** Of title and words as written, and of who reads them: whoever has learnt something reads everything anew. */
export function fingerprintOf({ title, content, summary }: AsWritten): string {
  const written = [PARSER_VERSION, SANITISER_VERSION, title, content, summary];
  return hash('sha256', JSON.stringify(written), 'base64url').slice(0, LETTERS);
}
