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
export const showAppHelp = pagesOf('apps', /^[a-z-]+$/, 'Cannot show app: nothing is written about it');

/** The page of docs/moving. */
export const showMoving = pagesOf('moving', /^$/, 'Cannot show how to move: it is not installed');

/** One page of docs/extensions, at the address that the Instance announces, or the list of them. */
export const showExtension = pagesOf(
  'extensions',
  /^app\.courant\.[a-z-]+$/,
  'Cannot show extension: there is none of that name',
);

/** Shows the page of a folder of `docs/` that the path names, or else its README. `missing`: why not, if there is none. */
function pagesOf(
  folder: string,
  names: RegExp,
  missing: string,
): (house: House, call: Call) => Promise<Response> {
  return async (house, { params: { name = 'README' } }) => {
    const isName = name === 'README' || names.test(name);
    const file = new URL(`../../../../docs/${folder}/${name}.md`, import.meta.url);
    const text = isName ? textOf(file) : undefined;
    if (text === undefined) throw new Refusal('not-found', missing);
    // Loaded on first use: hardly anybody reads these pages.
    const { markdown, titleOf } = await import('./markdown.ts');
    const body = markdown(text.replaceAll(EXAMPLE, house.instance.url), `/about/${folder}`);
    return present(house, {
      title: titleOf(text),
      body: html`<div class="doc" lang="en" dir="ltr">${body}</div>`,
      isWide: true,
    });
  };
}

function textOf(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
