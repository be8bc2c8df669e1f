// Our own documentation as pages, with the address of this server filled in: how to connect each app, how to move in, and what each
// extension does.
import { readFileSync } from 'node:fs';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';

/** The address in the documentation, for people who read it elsewhere. */
const EXAMPLE = 'https://news.example';

/** One page of docs/apps, or the list of them. */
export async function showAppHelp(house: House, { params: { name = 'README' } }: Call): Promise<Response> {
  const isName = /^[a-z-]+$|^README$/.test(name);
  const page = isName ? await pageOf(house, 'apps', name) : undefined;
  if (!page) throw new Refusal('not-found', 'Cannot show app: nothing is written about it');
  return page;
}

/** The page of docs/moving. */
export async function showMoving(house: House): Promise<Response> {
  const page = await pageOf(house, 'moving', 'README');
  if (!page) throw new Refusal('not-found', 'Cannot show how to move: it is not installed');
  return page;
}

/** One page of docs/extensions, at the address that the Instance announces, or the list of them. */
export async function showExtension(house: House, { params: { name = 'README' } }: Call): Promise<Response> {
  const isName = /^app\.courant\.[a-z-]+$|^README$/.test(name);
  const page = isName ? await pageOf(house, 'extensions', name) : undefined;
  if (!page) throw new Refusal('not-found', 'Cannot show extension: there is none of that name');
  return page;
}

/** Undefined if there is no file of that name in the folder of `docs/`. */
async function pageOf(
  house: House,
  folder: 'apps' | 'extensions' | 'moving',
  name: string,
): Promise<Response | undefined> {
  const text = textOf(new URL(`../../../../docs/${folder}/${name}.md`, import.meta.url));
  if (text === undefined) return undefined;
  // Loaded on first use: hardly anybody reads these pages.
  const { markdown, titleOf } = await import('./markdown.ts');
  const body = markdown(text.replaceAll(EXAMPLE, house.instance.url), `/about/${folder}`);
  return present(house, {
    title: titleOf(text),
    body: html`<div class="doc" lang="en" dir="ltr">${body}</div>`,
    isWide: true,
  });
}

function textOf(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
