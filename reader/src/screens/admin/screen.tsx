// The screen for administrators: people, invitations, and how the instance is doing.
import { t } from '../../texts/translate.ts';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { askedMe } from '../account/me.ts';
import { Answered, useFocusKept } from '../account/parts.tsx';
import type { ScreenProps } from '../screens.ts';
import { PageHead } from '../settings/tabs.tsx';
import { InstanceFacts } from './instance.tsx';
import { Invitations } from './invitations.tsx';
import { Users } from './users.tsx';

export function AdminScreen({ params: { section = '' } }: ScreenProps) {
  const Section = { '': Users, invitations: Invitations, instance: InstanceFacts }[section];
  const tabs = [
    { path: '/admin', text: t('admin.users') },
    { path: '/admin/invitations', text: t('admin.invitations') },
    { path: '/admin/instance', text: t('admin.instance') },
    { path: '/settings', text: t('side.settings') },
  ];
  return (
    <div class="page">
      <PageHead
        title={t('admin.title')}
        tabs={tabs}
        current={section === '' ? '/admin' : `/admin/${section}`}
      />
      <Answered asked={askedMe.value}>
        {({ is_admin: isAdmin }) =>
          !isAdmin ? <NoAccess /> : Section ? <Section /> : <p class="note">{t('error.missing')}</p>
        }
      </Answered>
      <ConfirmDialog />
    </div>
  );
}

/** Also for whoever has just stepped down here. */
function NoAccess() {
  useFocusKept('');
  return <p class="note">{t('admin.noAccess')}</p>;
}
