// The address of a feed or of a site, and the group that it goes to.
import type { Feed } from '@courant/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { groupsInOrder } from '../../data/copy.ts';
import { service, wordsOf } from '../../data/service.ts';
import { catchUp } from '../../data/sync.ts';
import { go, route } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { showToast } from '../../frame/status.ts';
import { showUndoable } from '../../frame/undo.ts';
import { t } from '../../texts/translate.ts';
import { absoluteAddress, broughtAddress } from './address.ts';

export function AddForm() {
  const [address, setAddress] = useState(() => broughtAddress(location.search));
  const [groupId, setGroupId] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      await follow(absoluteAddress(address), groupId === '' ? [] : [Number(groupId)]);
    } catch (error) {
      setFailure(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={submit} aria-busy={isBusy}>
      <AddressField value={address} failure={failure} onChange={setAddress} />
      {groupsInOrder.value.length > 0 && <GroupField value={groupId} onChange={setGroupId} />}
      {/* Not disabled while it runs, which would throw the focus away. */}
      <button type="submit" class="b p" aria-disabled={isBusy}>
        {isBusy ? t('add.looking') : t('add.submit')}
      </button>
    </form>
  );
}

interface Field {
  value: string;
  onChange: (value: string) => void;
}

function AddressField({ value, failure, onChange }: Field & { failure: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Whoever came for the import finds it below.
    if (failure !== '' || location.pathname === '/add') input.current?.focus();
  }, [failure]);
  return (
    <div class="field">
      <label for="add-address">{t('add.address')}</label>
      <input
        id="add-address"
        name="url"
        inputMode="url"
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        required
        ref={input}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        aria-invalid={failure !== ''}
        aria-describedby={failure === '' ? 'add-hint' : 'add-failure'}
      />
      <small id="add-hint">{t('add.hint')}</small>
      {failure !== '' && (
        <p class="alert" id="add-failure" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

function GroupField({ value, onChange }: Field) {
  return (
    <label class="field">
      <span>{t('add.group')}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('add.noGroup')}</option>
        {groupsInOrder.value.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

async function follow(feedUrl: string, groupIds: readonly number[]): Promise<void> {
  const from = location.pathname;
  // Asked of the service: to take back a feed that this browser had only not heard of yet would throw its items away.
  const before = await service.feeds.list();
  const feed = await service.feeds.create({ feedUrl, groupIds });
  await catchUp();
  // Whoever has gone elsewhere meanwhile stays there.
  if (location.pathname === from) go(pathOf({ kind: 'feed', id: feed.id }), { replace: true });
  const { title } = feed;
  if (before.some(({ id }) => id === feed.id)) showToast(t('add.already', { title }));
  else showUndoable(t('add.followed', { title }), () => unfollow(feed));
}

async function unfollow({ id }: Feed): Promise<void> {
  await service.feeds.delete(id);
  await catchUp();
  const now = route.peek();
  if (now.kind === 'stream' && now.stream.kind === 'feed' && now.stream.id === id) {
    go('/unread', { replace: true });
  }
}
