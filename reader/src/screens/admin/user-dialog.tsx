// Confirms actions on somebody else's account, and explains their consequences first.
import type { FreshInvitation } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { showToast } from '../../frame/status.ts';
import { showUndoable } from '../../frame/undo.ts';
import { longDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from '../account/deed.ts';
import { DeedButtons, NameAgain, submitting } from '../account/forms.tsx';
import { forgetMe, me } from '../account/me.ts';
import { CopyLine } from '../account/parts.tsx';
import type { User } from './users.tsx';

export interface Warned {
  user: User;
  deed: 'reset' | 'disable' | 'promote' | 'demote' | 'delete';
}

const texts = {
  reset: { title: 'admin.resetOf', warning: 'admin.resetWarning', go: 'admin.makeLink' },
  disable: { title: 'admin.disableOf', warning: 'admin.disableWarning', go: 'admin.disable' },
  promote: { title: 'admin.promoteOf', warning: 'admin.promoteWarning', go: 'admin.promote' },
  demote: { title: 'admin.demoteOf', warning: 'admin.demoteWarning', go: 'admin.demote' },
  delete: { title: 'admin.deleteOf', warning: 'admin.deleteWarning', go: 'admin.delete' },
} as const;

const done = {
  disable: 'admin.disabled',
  promote: 'admin.promoted',
  demote: 'admin.demoted',
  delete: 'admin.deleted',
} as const;

export function UserDialog({ user, deed, close, again }: Warned & { close: () => void; again: () => void }) {
  const { name, id } = user;
  const [link, setLink] = useState<FreshInvitation>();
  const { run, failure, isBusy } = useDeed();
  const { title, warning, go } = texts[deed];
  const isMe = id === me.value?.id;
  const isHarmless = deed === 'reset' || deed === 'promote';
  const submit = submitting((_typed, form) => {
    const dialog = form.closest('dialog');
    run(async () => {
      if (deed === 'reset') return setLink(await service.admin.reset(id));
      await service.admin[deed](id);
      dialog?.close();
      const [text, undo] = [t(done[deed], { name }), undoOf({ user, deed })];
      if (undo) showUndoable(text, () => undo().then(again));
      else showToast(text);
      if (isMe) forgetMe();
      else again();
    });
  });
  return (
    <ModalDialog
      label={isMe ? t('admin.demoteYourself') : t(title, { name })}
      close={close}
      isOnce={link !== undefined}
    >
      {link ? (
        <FreshLink made={link} name={name} />
      ) : (
        <form class="inside" onSubmit={submit} aria-busy={isBusy}>
          <p>
            {isMe ? t('admin.demoteYou') : t(warning, { name })}{' '}
            {user.is_admin && (isMe ? t('account.endsLinks') : t('admin.endsLinks', { name }))}
          </p>
          {deed === 'delete' && <NameAgain name={name} />}
          <Alert words={failure} />
          <DeedButtons go={t(go)} isHarmless={isHarmless} isBusy={isBusy} />
        </form>
      )}
    </ModalDialog>
  );
}

/** How to change back what was done. Whoever has stepped down cannot, and nothing brings an account back. */
function undoOf({ user: { id }, deed }: Warned): (() => Promise<void>) | undefined {
  if (id === me.peek()?.id) return undefined;
  if (deed === 'promote') return () => service.admin.demote(id);
  if (deed === 'demote') return () => service.admin.promote(id);
  return undefined;
}

function FreshLink({ made, name }: { made: FreshInvitation; name: string }) {
  const [told, setTold] = useState('');
  return (
    <div class="inside">
      <p>{t('admin.resetLink', { name, date: longDay(Date.parse(made.expires_at)) })}</p>
      <CopyLine label={t('admin.link')} text={made.link} tell={setTold} />
      <p class="note" role="status">
        {told}
      </p>
    </div>
  );
}
