// The documentation of the extensions, as the Instance announces it.
import { readFileSync } from 'node:fs';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';

const folder = new URL('../../../../docs/extensions/', import.meta.url);

/** One page of docs/extensions, as it is written: Markdown reads well as plain text. */
export function showExtension(call: Call): Response {
  const { name = '' } = call.params;
  const text = /^app\.courant\.[a-z-]+$/.test(name) ? textOf(name) : undefined;
  if (text === undefined) throw new Refusal('not-found', 'Cannot show extension: there is none of that name');
  return new WholeResponse(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(new URL(`${name}.md`, folder), 'utf8');
  } catch {
    return undefined;
  }
}
