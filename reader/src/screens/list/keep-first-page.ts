// Saves the first rows of Unread whenever the page is left, as the next visit would list them.
import { feeds, rows, whole } from '../../data/copy.ts';
import { dayOf, type FirstPage, type FirstRow, writeFirstPage } from '../../data/first-page.ts';
import { languageOf } from '../../data/language-of.ts';
import { firstSavedRows } from '../../data/limits.ts';
import { restored } from '../../data/restore.ts';
import type { Row } from '../../data/row.ts';
import { isReplaced, thisPage } from '../../data/signed-in.ts';
import { inOrder } from '../../data/stream.ts';
import { pathOf } from '../../frame/routes.ts';
import { hueOf } from '../../frame/spine.tsx';
import { dayKey, dayName, dayOrTime, longDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { orderTexts } from './header.tsx';

/** Called once. */
export function keepFirstPage(): void {
  addEventListener('pagehide', () => {
    // A hidden page has kept it before, and may not have heard since then what was read or that somebody has signed out.
    if (document.visibilityState === 'visible') keep();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}

function keep(): void {
  const isKnown = whole.peek().unread && restored.peek().has('unread');
  // Who signs out in another page leaves no title behind.
  writeFirstPage(isKnown && !isReplaced() ? firstPage() : undefined);
}

function firstPage(): FirstPage {
  const unread = [...rows.values()].filter((row) => !row.read.peek());
  const first = inOrder(unread, 'newest', () => 0).slice(0, firstSavedRows);
  return {
    owner: thisPage.owner,
    language: document.documentElement.lang,
    day: dayOf(new Date()),
    title: t('stream.unread'),
    orders: Object.values(orderTexts).map((text) => t(text)),
    rows: first.map((row, index) => firstRow(row, first[index - 1])),
  };
}

function firstRow(row: Row, before: Row | undefined): FirstRow {
  const begins = before === undefined || dayKey(before.at) !== dayKey(row.at);
  return {
    id: row.id,
    path: pathOf({ kind: 'unread' }, row.id),
    title: row.title,
    excerpt: row.excerpt,
    lang: languageOf(row),
    feed: feeds.peek().get(row.feedId)?.title ?? '',
    hue: hueOf(row.feedId),
    when: dayOrTime(row.at),
    isStarred: row.starred.peek(),
    ...(begins ? { day: [dayName(row.at, Date.now()) ?? '', longDay(row.at)] as const } : {}),
  };
}
