// A page of our own documentation, as whoever reads it on this server needs it.
import { readFileSync } from 'node:fs';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';

/** As the documentation has it, for those who read it elsewhere. */
const EXAMPLE = 'https://news.example';

export interface WrittenPage {
  /** Of `docs/`. */
  folder: 'apps' | 'extensions';
  /** Without `.md`. */
  name: string;
}

/** Undefined where nothing of that name is written. */
export async function writtenPage(
  house: House,
  { folder, name }: WrittenPage,
): Promise<Response | undefined> {
  const text = textOf(new URL(`../../../../docs/${folder}/${name}.md`, import.meta.url));
  if (text === undefined) return undefined;
  // With its first use: hardly anybody reads these.
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
