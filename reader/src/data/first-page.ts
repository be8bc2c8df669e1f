// The first rows of Unread as texts, for the shell to paint before the program is there. Kept in localStorage, which needs no waiting.
import { isOthers } from './signed-in.ts';

export interface FirstRow {
  id: number;
  path: string;
  title: string;
  excerpt: string;
  /** The language of both, or none. */
  lang: string;
  feed: string;
  hue: number;
  /** "14:32", or the day. */
  when: string;
  isStarred: boolean;
  /** The heading above it, where a day begins: "Today", if it is, and the date. */
  day?: readonly [name: string, date: string];
}

export interface FirstPage {
  /** The account that has these items. */
  owner: number | undefined;
  language: string;
  /** When it was saved (`dayOf`). */
  day: string;
  title: string;
  orders: readonly string[];
  rows: readonly FirstRow[];
}

const name = 'first-page';

export function dayOf(now: Date): string {
  return now.toDateString();
}

/** Undefined when there is none in this language, or somebody else's, or nobody knows whose. */
export function readFirstPage(language: string): FirstPage | undefined {
  const page: FirstPage | null = JSON.parse(localStorage.getItem(name) ?? 'null');
  return page?.owner && page.language === language && !isOthers(page.owner) ? page : undefined;
}

let isOver = false;

/** Forgets it, and keeps none any more: what this page still knows is of somebody who is not signed in. */
export function endFirstPages(): void {
  isOver = true;
  writeFirstPage(undefined);
}

/** Undefined: forgets it. */
export function writeFirstPage(page: FirstPage | undefined): void {
  try {
    if (page && !isOver) localStorage.setItem(name, JSON.stringify(page));
    else localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing starts without one.
  }
}
