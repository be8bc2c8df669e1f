// "Move to…": the groups that feeds can be moved to, by keyboard as well as by pointer.
import { useRef, useState } from 'preact/hooks';
import { groupsInOrder } from '../../data/copy.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { TitleForm } from '../../frame/title-form.tsx';
import { t } from '../../texts/translate.ts';
import { createGroup, moveFeeds } from './actions.ts';

interface Props {
  feedIds: readonly number[];
  close: () => void;
  onMoved: (feedIds: readonly number[]) => void;
}

export function MoveDialog({ feedIds, close, onMoved }: Props) {
  const [keepsOthers, setKeepsOthers] = useState(false);
  const [failure, setFailure] = useState('');
  const move = async (groupId: number | undefined): Promise<void> => {
    close();
    const stays = keepsOthers && groupId !== undefined;
    if (await moveFeeds(feedIds, { groupId, keepsOthers: stays })) onMoved(feedIds);
  };
  const isCreating = useRef(false);
  const create = async (title: string): Promise<boolean> => {
    // Of two moves at once, nobody knows where the feeds end.
    if (isCreating.current) return false;
    isCreating.current = true;
    setFailure('');
    const group = await createGroup(title, setFailure);
    isCreating.current = false;
    if (group) await move(group.id);
    return group !== undefined;
  };
  return (
    <ModalDialog label={t('manage.moveTitle', { count: feedIds.length })} close={close} class="move">
      <div class="group-list">
        <ul>
          {groupsInOrder.value.map((group) => (
            <Target key={group.id} text={group.title} act={() => void move(group.id)} />
          ))}
          <Target text={t('add.noGroup')} act={() => void move(undefined)} />
        </ul>
        <TitleForm label={t('manage.newGroup')} create={create}>
          <button type="submit" class="b s">
            {t('manage.moveHere')}
          </button>
        </TitleForm>
        {failure !== '' && (
          <div class="field">
            <Alert words={failure} />
          </div>
        )}
        <label class="opt">
          <input
            type="checkbox"
            checked={keepsOthers}
            onChange={(event) => setKeepsOthers(event.currentTarget.checked)}
          />
          <span>{t('manage.keepOthers')}</span>
        </label>
      </div>
    </ModalDialog>
  );
}

function Target({ text, act }: { text: string; act: () => void }) {
  return (
    <li>
      <button type="button" class="choice" onClick={act}>
        <span class="t" dir="auto">
          {text}
        </span>
      </button>
    </li>
  );
}
