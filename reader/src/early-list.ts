// Paints the saved list before the program is there. It is inlined in the shell: keep it small, and like `rows.tsx`, which takes it over.
import type { FirstPage, FirstRow } from './data/first-page.ts';

/** Texts of feeds have their own direction. */
const auto = { dir: 'auto' };

type Content = string | Element | undefined;

/** `now` is today in the format of `page.day` (`dayOf`): on another day, no row is of today any more. */
export function drawSavedList(page: FirstPage, { into, now }: { into: Element; now: string }): void {
  const isToday = page.day === now;
  const isWide = matchMedia('(width >= 1024px)').matches;
  const isNarrow = matchMedia('(width < 600px)').matches;
  const list = make('section', 'list-pane', [headOf(page, !isWide && !isNarrow), rowsOf(page, isToday)]);
  into.append(
    make('div', 'app is-stream', [
      isWide ? make('nav', 'side') : undefined,
      make('main', 'content', [list, isNarrow ? undefined : make('section', 'article-pane')]),
      isNarrow ? make('nav', 'tabs') : undefined,
    ]),
  );
}

function headOf({ title, orders }: FirstPage, hasBurger: boolean): Element {
  const choices = orders.map((order, index) =>
    make('button', '', [order], { 'aria-pressed': String(index === 0) }),
  );
  return make('header', 'lh', [
    make('div', 'r1', [
      hasBurger ? make('button', 'ib burger') : undefined,
      make('h1', '', [title], auto),
      // The program fills in the number.
      make('span', 'c'),
      make('span', 'tools', [make('span', 'ib'), make('span', 'ib')]),
    ]),
    make('div', 'r2', [make('div', 'seg', choices)]),
  ]);
}

function rowsOf({ rows }: FirstPage, isToday: boolean): Element {
  const drawn = rows.flatMap((row) => [
    row.day === undefined ? [] : make('li', 'day', [dayOf(row.day, isToday)]),
    make('li', '', [rowOf(row, isToday)], { id: `row-${row.id}` }),
  ]);
  return make('div', 'list-scroll', [make('ol', 'items', drawn.flat())]);
}

function dayOf([name, date]: readonly [string, string], isToday: boolean): Element {
  return make('h2', '', [isToday && name ? make('b', '', [name]) : undefined, ` ${date}`]);
}

function rowOf(row: FirstRow, isToday: boolean): Element {
  const spine = make('span', 'spine', [], { 'aria-hidden': 'true' });
  (spine as HTMLElement).style.setProperty('--h', String(row.hue));
  return make('article', row.isStarred ? 'row starred' : 'row', [
    spine,
    make('h3', '', [make('a', '', [row.title], { href: row.path, lang: row.lang })], auto),
    row.excerpt ? make('p', 'ex', [row.excerpt], { ...auto, lang: row.lang }) : undefined,
    make('p', 'meta', [make('span', 'f', [row.feed], auto), make('time', '', [isToday ? row.when : ''])]),
  ]);
}

function make(
  tag: string,
  name: string,
  content: readonly Content[] = [],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content.filter((each) => each !== undefined));
  return element;
}
