// Managing feeds: all of them in a table, to be found, sorted, renamed, moved and unfollowed, and the groups beside it.
import { computed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { feeds, groupsInOrder, isReady, unread } from '../../data/copy.ts';
import { isFailing } from '../../data/feed-health.ts';
import { service } from '../../data/service.ts';
import { Icon } from '../../frame/icons.tsx';
import { panes } from '../../frame/layout.ts';
import { arrival } from '../../frame/router.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { locale, t } from '../../texts/translate.ts';
import { useFocusKept } from '../account/parts.tsx';
import { useBusy } from '../feed/health.tsx';
import { unfollow } from '../feed/unfollow.ts';
import { FirstFeed, Skeleton } from '../list/states.tsx';
import { PageBar } from '../page-bar.tsx';
import { inOrder, isQuiet, isShown, type Line, type Show, type Wish } from './choose.ts';
import { GroupList } from './groups.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { columns, FeedTable } from './table.tsx';
import { BulkBar, Filters, sortedBy } from './toolbar.tsx';

const usual: Wish = { words: '', show: 'all', groupId: undefined, ...sortedBy('title') };

export function ManageScreen() {
  const { wish, change } = useWish();
  if (!isReady.value) return <Skeleton />;
  const isNew = feeds.value.size === 0;
  return (
    <div class="page wide manage">
      <header class="page-head">
        <PageBar />
        <h1>{t('side.manage')}</h1>
        {!isNew && (
          <div class="buttons">
            <a class="b s" href="/add">
              <Icon name="plus" />
              {t('side.add')}
            </a>
          </div>
        )}
      </header>
      {isNew ? <NoFeeds /> : <Manage wish={wish} change={change} />}
    </div>
  );
}

/** Without feeds there may still be groups. */
function NoFeeds() {
  return (
    <>
      <FirstFeed />
      <div class="narrow">
        <h2>{t('feed.groups')}</h2>
        <GroupList chosen={undefined} choose={() => {}} />
      </div>
    </>
  );
}

interface Props {
  wish: Wish;
  change: (changes: Partial<Wish>) => void;
}

function Manage({ wish: wanted, change }: Props) {
  const now = useMemo(() => Date.now(), []);
  const { lines, failure, again } = useLines();
  // If the chosen group is gone, all feeds are shown.
  const isGroup = !wanted.groupId || groupsInOrder.value.some(({ id }) => id === wanted.groupId);
  const wish = isGroup ? wanted : { ...wanted, groupId: undefined };
  const shown = inOrder(
    lines.filter((line) => isShown(line, wish, now)),
    wish,
    locale(),
  );
  const inGroup = lines.filter((line) => isShown(line, { ...wish, show: 'all', words: '' }, now));
  const counts: Record<Show, number> = {
    all: inGroup.length,
    failing: inGroup.filter((line) => line.isFailing).length,
    quiet: inGroup.filter((line) => isQuiet(line, now)).length,
  };
  const groups = <GroupList chosen={wish.groupId} choose={(groupId) => change({ groupId })} />;
  return (
    <div class="manage-panes">
      {panes.value === 3 ? (
        <aside aria-label={t('feed.groups')}>{groups}</aside>
      ) : (
        <details class="fold-out">
          <summary>
            {t('feed.groups')}
            <span class="note" dir="auto">
              {groupsInOrder.value.find(({ id }) => id === wish.groupId)?.title}
            </span>
          </summary>
          {groups}
        </details>
      )}
      <div>
        <Filters wish={wish} counts={counts} change={change} />
        {wish.show === 'quiet' && <p class="note">{t('manage.quietHint')}</p>}
        {failure !== '' && <NoPulses failure={failure} again={again} />}
        <Chosen lines={shown} wish={wish} change={change} />
      </div>
    </div>
  );
}

function NoPulses({ failure, again }: { failure: string; again: () => void }) {
  return (
    <p class="note" role="alert">
      {t('feed.noActivity')} {failure}{' '}
      <button type="button" class="link" onClick={again}>
        {t('error.retry')}
      </button>
    </p>
  );
}

/** Which were selected when the table was left to look at a feed, for the way back. */
let chosenLast: ReadonlySet<number> = new Set();

/** The table, and the selection in it. Feeds that are filtered out are not selected: nobody should unfollow what they do not see. */
function Chosen({ lines, wish, change }: Props & { lines: readonly Line[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() =>
    arrival.peek() === 'back' ? chosenLast : new Set(),
  );
  chosenLast = chosen;
  const [isMoving, setMoving] = useState(false);
  const last = useRef<number>(undefined);
  const ids = lines.map(({ feed }) => feed.id);
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  /** Those with which something was done; others may have been selected meanwhile. */
  const unselect = (done: readonly number[]): void => {
    // The table may be gone by now, and come back.
    chosenLast = new Set([...chosenLast].filter((id) => !done.includes(id)));
    setChosen(chosenLast);
  };
  const select = (feedId: number, isSelected: boolean, isRange: boolean): void => {
    const [from, to] = [last.current ?? feedId, feedId].map((id) => ids.indexOf(id)).sort((a, b) => a - b);
    const touched = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [feedId];
    const next = new Set(selected);
    for (const id of touched) isSelected ? next.add(id) : next.delete(id);
    last.current = feedId;
    setChosen(next);
  };
  const { busy, during } = useBusy();
  const leave = async (): Promise<void> => {
    if (await unfollow(lines.flatMap(({ feed }) => (selected.has(feed.id) ? [feed] : []))))
      unselect([...selected]);
  };
  const { sortBy, isDescending } = wish;
  return (
    <>
      <BulkBar
        shown={ids.length}
        selected={selected.size}
        selectAll={(isSelected) => setChosen(new Set(isSelected ? ids : []))}
        move={() => setMoving(true)}
        isLeaving={busy}
        leave={during(leave)}
      />
      {ids.length === 0 && <NoneFound wish={wish} change={change} />}
      {ids.length > 0 && (
        <FeedTable
          lines={lines}
          selected={selected}
          select={select}
          onMoved={unselect}
          sortBy={sortBy}
          isDescending={isDescending}
          sort={(by) => change(by === sortBy ? { isDescending: !isDescending } : sortedBy(by))}
        />
      )}
      {isMoving && <MoveDialog feedIds={[...selected]} close={() => setMoving(false)} onMoved={unselect} />}
    </>
  );
}

function NoneFound({ wish, change }: Props) {
  const { words, groupId, show } = wish;
  const isGood = show === 'failing' && words === '' && groupId === undefined;
  return (
    <div class="mid">
      <h2>{isGood ? t('manage.allWell') : t('manage.none')}</h2>
      <button
        type="button"
        class="b s"
        onClick={() => change({ words: '', show: 'all', groupId: undefined })}
      >
        {t('manage.clear')}
      </button>
    </div>
  );
}

/** The line of each feed: at once with what this browser knows, later with how much the feed publishes, from the service. */
function useLines() {
  const { answer, failure, again } = useAnswer(
    (signal) => service.feeds.pulses({ signal }),
    feeds.value.size,
  );
  useFocusKept(answer);
  const lines = useMemo(
    () =>
      computed((): Line[] => {
        const pulses = new Map(answer?.map((pulse) => [pulse.feed_id, pulse]));
        const groups = groupsInOrder.value;
        return [...feeds.value.values()].map((feed) => ({
          feed,
          groups: groups.filter(({ id }) => feed.group_ids.includes(id)),
          isFailing: isFailing(feed),
          unread: unread.value.get(feed.id) ?? 0,
          pulse: pulses.get(feed.id),
        }));
      }),
    [answer],
  );
  return { lines: lines.value, failure, again };
}

/** Filter and order are in the address, so that they are the same after a look at a feed. */
function useWish(): Props {
  const { search } = location;
  const [wish, setWish] = useState(() => wishIn(search));
  const written = useRef(search);
  useEffect(() => {
    // The address was changed by a link, not by us.
    if (location.search === written.current) return;
    written.current = location.search;
    setWish(wishIn(location.search));
  }, [search]);
  const change = (changes: Partial<Wish>): void => {
    const next = { ...wish, ...changes };
    written.current = searchFor(next);
    history.replaceState(history.state, '', `/manage${written.current}`);
    setWish(next);
  };
  return { wish, change };
}

function wishIn(search: string): Wish {
  const read = new URLSearchParams(search);
  const show = (['failing', 'quiet'] as const).find((each) => each === read.get('show'));
  const group = /^\d+$/.test(read.get('group') ?? '') ? Number(read.get('group')) : undefined;
  const sort = read.get('sort') ?? '';
  const by = columns.find((column) => column.by === sort.replace('-', ''))?.by;
  return {
    ...usual,
    words: read.get('q') ?? '',
    show: show ?? 'all',
    groupId: group,
    ...(by && { sortBy: by, isDescending: sort.startsWith('-') }),
  };
}

function searchFor({ words, show, groupId, sortBy, isDescending }: Wish): string {
  const written = new URLSearchParams();
  if (words !== '') written.set('q', words);
  if (show !== 'all') written.set('show', show);
  if (groupId !== undefined) written.set('group', String(groupId));
  const sort = `${isDescending ? '-' : ''}${sortBy}`;
  if (sort !== usual.sortBy) written.set('sort', sort);
  return written.size === 0 ? '' : `?${written}`;
}
