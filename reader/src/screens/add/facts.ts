// Describes a feed before it is followed.
import type { FeedPreview } from '@courant/client';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { languageName } from '../../texts/language-name.ts';
import { t } from '../../texts/translate.ts';

const weeksPerMonth = 4.35;

/** How often it publishes, in the unit that gives a small number. */
export function paceOf(
  postsPerWeek: number,
): { per: 'Day' | 'Week' | 'Month'; count: number } | { per: 'rarely' } {
  if (postsPerWeek >= 10) return { per: 'Day', count: Math.round(postsPerWeek / 7) };
  if (postsPerWeek >= 0.9) return { per: 'Week', count: Math.round(postsPerWeek) };
  const perMonth = Math.round(postsPerWeek * weeksPerMonth);
  return perMonth >= 1 ? { per: 'Month', count: perMonth } : { per: 'rarely' };
}

/** "about 4 a week, last post yesterday, English" */
export function factsOf({ newest, posts_per_week, language, site_url }: FeedPreview): string {
  const last = newest[0];
  const facts = [
    last ? paceText(posts_per_week) : t('add.nothingYet'),
    last && t('add.lastPost', { when: fromNow(Date.parse(last.published), timeNow()) }),
    languageName(language),
    new URL(site_url).host,
  ];
  return inOneLine(...facts);
}

function paceText(postsPerWeek: number): string {
  const pace = paceOf(postsPerWeek);
  return pace.per === 'rarely' ? t('add.rarely') : t(`add.per${pace.per}`, { count: pace.count });
}
