// Confirms actions on somebody else's account, and explains their consequences first.
import type { FreshInvitation } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { ModalDialog } from '../../frame/dialog.tsx';
import { showToast } from '../../frame/status.ts';
import { longDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from '../account/deed.ts';
import { Alert, CopyLine, Input } from '../account/parts.tsx';
import type { User } from './users.tsx';

export interface Warned {
  user: User;
  deed: 'reset' | 'disable' | 'delete';
}

const texts = {
  reset: { title: 'admin.resetOf', warning: 'admin.resetWarning', go: 'admin.makeLink' },
  disable: { title: 'admin.disableOf', warning: 'admin.disableWarning', go: 'admin.disable' },
  delete: { title: 'admin.deleteOf', warning: 'admin.deleteWarning', go: 'admin.delete' },
} as const;

export function UserDialog({ user, deed, close, again }: Warned & { close: () => void; again: () => void }) {
  const { name, id } = user;
  const [link, setLink] = useState<FreshInvitation>();
  const { run, failure, isBusy } = useDeed();
  const { title, warning, go } = texts[deed];
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const dialog = event.currentTarget.closest('dialog');
    run(async () => {
      if (deed === 'reset') return setLink(await service.admin.reset(id));
      await service.admin[deed](id);
      again();
      showToast(t(deed === 'delete' ? 'admin.deleted' : 'admin.disabled', { name }));
      dialog?.close();
    });
  };
  return (
    <ModalDialog label={t(title, { name })} close={close}>
      {link ? (
        <FreshLink made={link} name={name} />
      ) : (
        <form class="inside" onSubmit={submit} aria-busy={isBusy}>
          <p>
            {t(warning, { name })} {user.is_admin && t('admin.endsLinks', { name })}
          </p>
          {deed === 'delete' && <NameAgain name={name} />}
          <Alert words={failure} />
          <div class="buttons">
            <button type="submit" class={deed === 'reset' ? 'b p' : 'b danger'} aria-disabled={isBusy}>
              {t(go)}
            </button>
            <button
              type="button"
              class="b s"
              onClick={(event) => event.currentTarget.closest('dialog')?.close()}
            >
              {t('dialog.cancel')}
            </button>
          </div>
        </form>
      )}
    </ModalDialog>
  );
}

/** Nothing brings an account back, so the administrator must type its name to delete it. */
function NameAgain({ name }: { name: string }) {
  const check = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const { currentTarget: input } = event;
    // Who copies the name out of the label may copy the signs around it that keep its direction.
    const typed = input.value.replace(/[\u2068\u2069]/g, '').trim();
    input.setCustomValidity(typed === name ? '' : t('admin.otherName', { name }));
  };
  return (
    <Input
      name="name"
      label={t('admin.nameAgain', { name })}
      onInput={check}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
    />
  );
}

function FreshLink({ made, name }: { made: FreshInvitation; name: string }) {
  return (
    <div class="inside">
      <p>{t('admin.resetLink', { name, date: longDay(Date.parse(made.expires_at)) })}</p>
      <CopyLine label={t('admin.link')} text={made.link} />
    </div>
  );
}
