// Passkeys: added with this device, renamed, removed.
import type { SignInFacts } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { showToast } from '../../frame/status.ts';
import type { Asked } from '../../frame/use-answer.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { Input, OneFieldForm, submitting } from './forms.tsx';
import { Answered, dayOf, Entries, LinkButton, Row, usedOn, useFocusBack } from './parts.tsx';
import { addPasskey, canUsePasskeys, wordsOfPasskey } from './passkey.ts';

type Passkey = SignInFacts['passkeys'][number];

/** The service's limit (app.courant.account). */
const maxNameCharacters = 64;

export function Passkeys({ asked }: { asked: Asked<SignInFacts> }) {
  const { again } = asked;
  return (
    <section aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{t('passkeys.title')}</h2>
      <p class="note">{t('passkeys.hint')}</p>
      <Answered asked={asked}>
        {({ passkeys }) => (
          <Entries>
            {passkeys.map((passkey) => (
              <Entry key={passkey.id} passkey={passkey} again={again} />
            ))}
          </Entries>
        )}
      </Answered>
      {canUsePasskeys() ? <NewPasskey again={again} /> : <p class="note">{t('passkeys.unable')}</p>}
    </section>
  );
}

function Entry({ passkey, again }: { passkey: Passkey; again: () => void }) {
  const { id, name, created_at, last_used_at } = passkey;
  const [isNaming, setNaming] = useState(false);
  const button = useFocusBack(isNaming);
  const { run, failure } = useDeed();
  const remove = (): void =>
    run(async () => {
      await service.account.passkeys.remove(id);
      again();
      showToast(t('account.removed', { name }));
    });
  if (isNaming) return <Naming passkey={passkey} again={again} close={() => setNaming(false)} />;
  return (
    <Row
      name={name}
      facts={inOneLine(t('passkeys.added', { date: dayOf(created_at) }), usedOn(last_used_at))}
      actions={
        <>
          <LinkButton
            text={t('manage.rename')}
            label={t('account.renameOf', { name })}
            button={button}
            act={() => setNaming(true)}
          />
          <LinkButton
            text={t('account.remove')}
            label={t('account.removeOf', { name })}
            danger
            act={remove}
          />
        </>
      }
    >
      <Alert words={failure} />
    </Row>
  );
}

function Naming({ passkey, again, close }: { passkey: Passkey; again: () => void; close: () => void }) {
  const { run, failure } = useDeed();
  const submit = submitting((typed) =>
    run(async () => {
      await service.account.passkeys.rename(passkey.id, typed('name'));
      again();
      close();
    }),
  );
  return (
    <li>
      <form class="one-line" onSubmit={submit}>
        <Input
          name="name"
          label={t('account.renameOf', { name: passkey.name })}
          defaultValue={passkey.name}
          maxLength={maxNameCharacters}
          autocomplete="off"
          takesFocus
        />
        <button type="submit" class="b p">
          {t('account.save')}
        </button>
        <button type="button" class="b s" onClick={close}>
          {t('dialog.cancel')}
        </button>
      </form>
      <Alert words={failure} />
    </li>
  );
}

function NewPasskey({ again }: { again: () => void }) {
  const deed = useDeed();
  const add = async (name: string): Promise<void> => {
    await addPasskey(name).catch(inWords);
    again();
    showToast(t('passkeys.isAdded'));
  };
  return (
    <OneFieldForm
      label={t('passkeys.name')}
      placeholder={t('passkeys.example')}
      maxLength={maxNameCharacters}
      go={t('passkeys.add')}
      deed={deed}
      make={add}
    />
  );
}

/** The browser's messages about passkeys are meant for developers, so they are replaced. */
function inWords(error: unknown): never {
  throw error instanceof DOMException ? new Error(wordsOfPasskey(error)) : error;
}
