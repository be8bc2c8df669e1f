// The title of the window: the number of unread items, and where the person is.
import { effect } from '@preact/signals';
import { rows, totalUnread } from '../data/copy.ts';
import { arrivedLate, openId, view } from '../screens/list/selection.ts';
import { titleOf } from '../screens/list/title.ts';
import { t } from '../texts/translate.ts';
import { route } from './router.ts';

export function startTitle(): void {
  effect(() => {
    arrivedLate.value;
    const unread = totalUnread.value;
    const row = openId.value === undefined ? undefined : rows.get(openId.value);
    const stream = route.value.kind === 'stream' ? view.value?.stream : undefined;
    const name = row?.title ?? (stream && titleOf(stream)) ?? t('app.name');
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${name} — ${t('app.name')}`;
    // The icon of an installed app wears the number too.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => {});
  });
}
