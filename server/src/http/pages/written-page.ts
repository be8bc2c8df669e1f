// A page of our own documentation, with the address of this server filled in.
import { readFileSync } from 'node:fs';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';

/** The address in the documentation, for people who read it elsewhere. */
const EXAMPLE = 'https://news.example';

export interface WrittenPage {
  /** A folder of `docs/`. */
  folder: 'apps' | 'extensions';
  /** The file's name without `.md`. */
  name: string;
}

/** Undefined if there is no page of that name. */
export async function writtenPage(
  house: House,
  { folder, name }: WrittenPage,
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
