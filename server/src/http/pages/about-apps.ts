// How to connect which app, with the address of this server in it.
import { readFileSync } from 'node:fs';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';
import { markdown, titleOf } from './markdown.ts';

const folder = new URL('../../../../docs/apps/', import.meta.url);
/** As the pages have it, for those who read them elsewhere. */
const EXAMPLE = 'https://news.example';

/** One page of docs/apps, or the list of them. */
export function showAppHelp(house: House, { params: { name = 'README' } }: Call): Response {
  const text = /^[a-z-]+$|^README$/.test(name) ? textOf(name) : undefined;
  if (text === undefined) throw new Refusal('not-found', 'Cannot show app: nothing is written about it');
  const body = markdown(text.replaceAll(EXAMPLE, house.instance.url), '/about/apps');
  return present(house, { title: titleOf(text), body: html`<div class="doc">${body}</div>`, isWide: true });
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(new URL(`${name}.md`, folder), 'utf8');
  } catch {
    return undefined;
  }
}
