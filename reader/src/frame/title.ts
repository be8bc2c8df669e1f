// The title of the window: the number of unread items, and where the person is.
import { effect } from '@preact/signals';
import { feeds, rows, totalUnread } from '../data/copy.ts';
import type { ScreenPath } from '../paths.ts';
import { arrivedLate, openId, view } from '../screens/list/selection.ts';
import { titleOf } from '../screens/list/title.ts';
import { shown, t } from '../texts/translate.ts';
import { appName } from './app-name.ts';
import { route } from './router.ts';
import type { Route } from './routes.ts';

/** The same texts as the headings of the screens; the page of a feed has its title. */
const screenNames = {
  '/feeds': 'stream.feeds',
  '/manage': 'side.manage',
  '/add': 'keys.add',
  '/import': 'keys.add',
  '/history': 'history.title',
  '/settings': 'side.settings',
  '/settings/:section': 'side.settings',
  '/admin': 'admin.title',
  '/admin/:section': 'admin.title',
} as const satisfies Record<Exclude<ScreenPath, '/feeds/:id/about'>, string>;

export function startTitle(): void {
  effect(() => {
    arrivedLate.value;
    const unread = totalUnread.value;
    // The texts of a screen load with it: until then the title is the name of the instance.
    const name = nameOf(route.value) || appName;
    document.title = `${unread > 0 ? `(${shown(unread)}) ` : ''}${name} — ${appName}`;
    // The icon of an installed app shows the number, too.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => {});
  });
}

function nameOf(shown: Route): string | undefined {
  if (shown.kind === 'nowhere') return t('error.missing');
  if (shown.kind === 'screen') {
    const name = screenNames[shown.path as keyof typeof screenNames];
    return name ? t(name) : feeds.value.get(Number(shown.params.id))?.title;
  }
  const row = openId.value === undefined ? undefined : rows.get(openId.value);
  return row?.title ?? (view.value && titleOf(view.value.stream));
}
