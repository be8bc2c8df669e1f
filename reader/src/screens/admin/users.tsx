// The accounts, and what an administrator may do with them. What people read is not shown: it is nobody else's business.
import type { Accounts } from '@courant/client';
import { useLayoutEffect, useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { takeFocus } from '../../frame/focus.ts';
import { MenuEntry, PopoverMenu } from '../../frame/popover-menu.tsx';
import { useAnswer } from '../../frame/use-answer.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from '../account/deed.ts';
import { Input, submitting } from '../account/forms.tsx';
import { me } from '../account/me.ts';
import { Answered, dayOf } from '../account/parts.tsx';
import { UserDialog, type Warned } from './user-dialog.tsx';

export type User = Accounts[number];

/** The service's page size. */
const pageSize = 200;

export function Users() {
  const [wanted, setWanted] = useState({ name: '', pages: 1 });
  const { name, pages } = wanted;
  const asked = useAnswer((signal) => usersOf(wanted, signal), `${pages} ${name}`);
  const shown = asked.answer?.users.length ?? 0;
  // The button that has brought the last ones is gone: from there, one goes on with the first of them.
  useLayoutEffect(
    () => () => takeFocus(document.querySelector<HTMLElement>(`.people li:nth-child(${shown}) + li button`)),
    [shown],
  );
  const [warned, setWarned] = useState<Warned>();
  const { run, failure } = useDeed();
  const enable = (user: User): void =>
    run(async () => {
      await service.admin.enable(user.id);
      asked.again();
    });
  const more = (next: number): void => {
    if (next !== pages) setWanted({ name, pages: next });
    else if (asked.failure !== '') asked.again();
  };
  return (
    <>
      <p class="sub">
        {t('admin.usersHint')} <a href="/admin/invitations">{t('admin.invite')}</a>
      </p>
      <Alert words={failure} />
      <Answered asked={asked}>
        {({ users, next }) => (
          <>
            {(users.length >= pageSize || name !== '') && (
              <Search search={(wanted) => setWanted({ name: wanted, pages: 1 })} />
            )}
            <ul class="plain-list people">
              {users.map((user) => (
                <Entry
                  key={user.id}
                  user={user}
                  isAlone={users.length === 1 && name === ''}
                  enable={enable}
                  warn={setWarned}
                />
              ))}
            </ul>
            {next !== undefined && (
              <p class="after">
                <button
                  type="button"
                  class="b s"
                  aria-disabled={next === pages && asked.failure === ''}
                  onClick={() => more(next)}
                >
                  {t('article.more')}
                </button>
              </p>
            )}
          </>
        )}
      </Answered>
      {warned && <UserDialog {...warned} close={() => setWarned(undefined)} again={asked.again} />}
    </>
  );
}

/** Asks for all pages again, because an action on one account may affect others. `next`: how many pages there are with one more, if there may be one. */
async function usersOf(
  { name, pages }: { name: string; pages: number },
  signal: AbortSignal,
): Promise<{ users: Accounts; next: number | undefined }> {
  const users: User[] = [];
  for (let page = 0; page < pages && users.length === page * pageSize; page++) {
    const after = users.at(-1)?.id;
    users.push(...(await service.admin.users({ name, after }, { signal })));
  }
  return { users, next: users.length === pages * pageSize ? pages + 1 : undefined };
}

/** Among very many accounts nobody finds one by looking. */
function Search({ search }: { search: (name: string) => void }) {
  return (
    <form class="one-line" onSubmit={submitting((typed) => search(typed('name')))}>
      <Input name="name" label={t('appPasswords.user')} required={false} autocomplete="off" />
      <button type="submit" class="b">
        {t('keys.search')}
      </button>
    </form>
  );
}

interface EntryProps {
  user: User;
  /** Nobody else is here to administer. */
  isAlone: boolean;
  enable: (user: User) => void;
  warn: (warned: Warned) => void;
}

function Entry({ user, isAlone, enable, warn }: EntryProps) {
  const { name, disabled_at } = user;
  const isMe = user.id === me.value?.id;
  return (
    <li>
      <span class="initial" aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <span class="what">
        <b>
          <bdi>{name}</bdi> {isMe && <span class="badge">{t('admin.you')}</span>}{' '}
          {user.is_admin && <span class="badge">{t('admin.administrator')}</span>}{' '}
          {disabled_at !== undefined && (
            <span class="badge bad">{t('admin.disabledSince', { date: dayOf(disabled_at) })}</span>
          )}
        </b>
        <small>{factsOf(user)}</small>
      </span>
      {!isAlone && (
        <span class="end-side">
          <PopoverMenu label={t('admin.actionsFor', { name })}>
            {!isMe && (
              <>
                <MenuEntry icon="refresh" text={t('admin.reset')} act={() => warn({ user, deed: 'reset' })} />
                {disabled_at === undefined ? (
                  <MenuEntry
                    icon="pause"
                    text={t('admin.disable')}
                    act={() => warn({ user, deed: 'disable' })}
                  />
                ) : (
                  <MenuEntry icon="check" text={t('admin.enable')} act={() => enable(user)} />
                )}
              </>
            )}
            {user.is_admin ? (
              <MenuEntry icon="down" text={t('admin.demote')} act={() => warn({ user, deed: 'demote' })} />
            ) : (
              <MenuEntry icon="up" text={t('admin.promote')} act={() => warn({ user, deed: 'promote' })} />
            )}
            {!isMe && (
              <MenuEntry icon="close" text={t('admin.delete')} act={() => warn({ user, deed: 'delete' })} />
            )}
          </PopoverMenu>
        </span>
      )}
    </li>
  );
}

function factsOf(user: User): string {
  const { created_at, last_seen_at, feed_count, uses_codes, passkey_count } = user;
  return inOneLine(
    t('admin.feeds', { count: feed_count }),
    last_seen_at !== undefined && t('account.seen', { when: fromNow(Date.parse(last_seen_at), timeNow()) }),
    t('account.since', { date: dayOf(created_at) }),
    uses_codes && t('codes.title'),
    passkey_count > 0 && t('admin.passkeys', { count: passkey_count }),
  );
}
