// The tabs at the foot of a narrow screen.
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';
import { route } from './router.ts';

const tabs = [
  { path: '/unread', icon: 'unread', text: 'stream.unread' },
  { path: '/starred', icon: 'star', text: 'stream.starred' },
  { path: '/feeds', icon: 'list', text: 'stream.feeds' },
  { path: '/search?q=', icon: 'search', text: 'stream.search' },
] as const;

export function Tabs() {
  const now = currentTab();
  return (
    <nav class="tabs" aria-label={t('tabs.label')}>
      {tabs.map(({ path, icon, text }) => (
        <a key={path} href={path} aria-current={path.startsWith(`/${now}`) ? 'page' : undefined}>
          <Icon name={icon} />
          {t(text)}
        </a>
      ))}
    </nav>
  );
}

/** Everything that is reached through the feeds belongs to their tab. */
function currentTab(): string {
  const now = route.value;
  const kind = now.kind === 'stream' ? now.stream.kind : '';
  return kind === 'unread' || kind === 'starred' || kind === 'search' ? kind : 'feeds';
}
