// The settings of this browser and of the account, in a few pages.
import { lazily } from '../../frame/lazily.tsx';
import { t } from '../../texts/translate.ts';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { isAdmin } from '../account/me.ts';
import type { ScreenProps } from '../screens.ts';
import { Keys } from './keys.tsx';
import { Reading } from './reading.tsx';
import { PageHead, type Tab } from './tabs.tsx';

const Account = lazily(async () => (await import('../account/account.tsx')).Account);
const Apps = lazily(async () => (await import('../account/apps.tsx')).Apps);

export function SettingsScreen({ params: { section = '' } }: ScreenProps) {
  const Section = { '': Reading, keys: Keys, account: Account, apps: Apps }[section];
  const tabs: Tab[] = [
    { path: '/settings', text: t('settings.reading') },
    { path: '/settings/keys', text: t('keys.title') },
    { path: '/settings/account', text: t('settings.account') },
    { path: '/settings/apps', text: t('settings.apps') },
  ];
  if (isAdmin.value) tabs.push({ path: '/admin', text: t('admin.title') });
  return (
    <div class="page">
      <PageHead
        title={t('side.settings')}
        tabs={tabs}
        current={section === '' ? '/settings' : `/settings/${section}`}
      />
      {Section ? <Section /> : <p class="note">{t('error.missing')}</p>}
      <ConfirmDialog />
    </div>
  );
}
