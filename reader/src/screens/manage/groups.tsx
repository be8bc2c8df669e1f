// The groups beside the table: which feeds it shows, where feeds are dropped, and what can be done with groups themselves.
import type { Group } from '@courant/client';
import { useRef, useState } from 'preact/hooks';
import { feeds, groupsInOrder } from '../../data/copy.ts';
import { takeFocus } from '../../frame/focus.ts';
import { Icon } from '../../frame/icons.tsx';
import { MenuEntry, PopoverMenu } from '../../frame/popover-menu.tsx';
import { TitleForm } from '../../frame/title-form.tsx';
import { locale, t } from '../../texts/translate.ts';
import { createGroup, removeGroup, renameGroup, shiftGroup } from './actions.ts';
import { RenameField } from './rename.tsx';

interface Props {
  chosen: number | undefined;
  choose: (groupId: number | undefined) => void;
}

export function GroupList({ chosen, choose }: Props) {
  const groups = groupsInOrder.value;
  const grouped = new Set(groups.flatMap(({ feed_ids }) => feed_ids));
  const loose = [...feeds.value.keys()].filter((id) => !grouped.has(id)).length;
  return (
    <div class="group-list">
      <ul>
        <li>
          <Choice
            text={t('manage.allFeeds')}
            count={feeds.value.size}
            isChosen={chosen === undefined}
            choose={() => choose(undefined)}
          />
        </li>
        {groups.map((group, index) => (
          <GroupLine
            key={group.id}
            group={group}
            isFirst={index === 0}
            isLast={index === groups.length - 1}
            isChosen={chosen === group.id}
            choose={() => choose(group.id)}
          />
        ))}
        {groups.length > 0 && (
          <li data-group="0">
            <Choice text={t('add.noGroup')} count={loose} isChosen={chosen === 0} choose={() => choose(0)} />
          </li>
        )}
      </ul>
      <NewGroup onMade={choose} />
    </div>
  );
}

interface ChoiceProps {
  text: string;
  count: number;
  isChosen: boolean;
  choose: () => void;
}

function Choice({ text, count, isChosen, choose }: ChoiceProps) {
  return (
    <button type="button" class="choice" aria-pressed={isChosen} onClick={choose}>
      <span class="t" dir="auto">
        {text}
      </span>
      <span class="n num">{count.toLocaleString(locale())}</span>
    </button>
  );
}

interface LineProps extends Omit<ChoiceProps, 'text' | 'count'> {
  group: Group;
  isFirst: boolean;
  isLast: boolean;
}

function GroupLine({ group, isFirst, isLast, isChosen, choose }: LineProps) {
  const [isRenaming, setRenaming] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  const { id, title, feed_ids: held } = group;
  const renamed = (wanted: string | undefined): void => {
    setRenaming(false);
    // The button that had the focus is drawn anew.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) line.current?.querySelector('button')?.focus();
    });
    if (wanted) void renameGroup(group, wanted);
  };
  /** The focus was in this line: it goes to the next one, or to all feeds after the last group. */
  const remove = async (): Promise<void> => {
    const { nextElementSibling: next, parentElement: list } = line.current ?? {};
    await removeGroup(group);
    requestAnimationFrame(() => takeFocus((next?.isConnected ? next : list)?.querySelector('button')));
  };
  return (
    <li data-group={id} ref={line}>
      {isRenaming ? (
        <RenameField label={t('manage.renameOf', { title })} title={title} onDone={renamed} />
      ) : (
        <>
          <Choice text={title} count={held.length} isChosen={isChosen} choose={choose} />
          <PopoverMenu label={t('manage.menuOf', { title })}>
            <MenuEntry icon="edit" text={t('manage.rename')} act={() => setRenaming(true)} />
            {!isFirst && <MenuEntry icon="up" text={t('manage.up')} act={() => void shiftGroup(group, -1)} />}
            {!isLast && (
              <MenuEntry icon="down" text={t('manage.down')} act={() => void shiftGroup(group, 1)} />
            )}
            <MenuEntry icon="close" text={t('manage.remove')} act={() => void remove()} />
          </PopoverMenu>
        </>
      )}
    </li>
  );
}

function NewGroup({ onMade }: { onMade: (groupId: number) => void }) {
  const create = async (title: string): Promise<boolean> => {
    const group = await createGroup(title);
    if (group) onMade(group.id);
    return group !== undefined;
  };
  return (
    <TitleForm label={t('manage.newGroup')} create={create}>
      <button type="submit" class="ib" aria-label={t('manage.create')} title={t('manage.create')}>
        <Icon name="plus" />
      </button>
    </TitleForm>
  );
}
