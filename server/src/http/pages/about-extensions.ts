// The documentation of the extensions, as the Instance announces it.
import { readFileSync } from 'node:fs';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';
import { markdown, titleOf } from './markdown.ts';

const folder = new URL('../../../../docs/extensions/', import.meta.url);

/** One page of docs/extensions. */
export function showExtension(house: House, call: Call): Response {
  const { name = '' } = call.params;
  const text = /^app\.courant\.[a-z-]+$/.test(name) ? textOf(name) : undefined;
  if (text === undefined) throw new Refusal('not-found', 'Cannot show extension: there is none of that name');
  const body = markdown(text, '/about/extensions');
  return present(house, { title: titleOf(text), body: html`<div class="doc">${body}</div>`, isWide: true });
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(new URL(`${name}.md`, folder), 'utf8');
  } catch {
    return undefined;
  }
}
