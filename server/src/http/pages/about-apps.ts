// How to connect which app, with the address of this server in it.
import { readFileSync } from 'node:fs';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';
import type { House } from './house.ts';

const folder = new URL('../../../../docs/apps/', import.meta.url);
/** As the pages have it, for those who read them elsewhere. */
const EXAMPLE = 'https://news.example';

/** One page of docs/apps, or the list of them: Markdown reads well as plain text. */
export function showAppHelp({ instance }: House, { params: { name = 'README' } }: Call): Response {
  const text = /^[a-z-]+$|^README$/.test(name) ? textOf(name) : undefined;
  if (text === undefined) throw new Refusal('not-found', 'Cannot show app: nothing is written about it');
  return new WholeResponse(text.replaceAll(EXAMPLE, instance.url), {
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
