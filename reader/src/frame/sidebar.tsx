// The feeds in their groups, with their unread counts; a pane, a drawer or a page, depending on the width of the screen.
import type { Feed, Group } from '@courant/client';
import { computed, effect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  feeds,
  feedsInOrder,
  groupsInOrder,
  isReady,
  membersOf,
  rows,
  starsChanged,
  totalUnread,
  unreadOf,
  whole,
} from '../data/copy.ts';
import { isFailing, whyNot } from '../data/feed-health.ts';
import { restored } from '../data/restore.ts';
import { change, settings } from '../data/settings.ts';
import { keyOf, type Stream } from '../data/stream.ts';
import { FirstFeed } from '../screens/list/states.tsx';
import { titleOf } from '../screens/list/title.ts';
import { shown, t } from '../texts/translate.ts';
import { takeFocus } from './focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { KeyHint } from './key-hint.tsx';
import { ariaKeys, withKey } from './keys.ts';
import { isDrawerOpen } from './layout.ts';
import { route } from './router.ts';
import { pathOf } from './routes.ts';
import { Spine } from './spine.tsx';
import { Wordmark } from './wordmark.tsx';

export function Sidebar({ isPage = false }: { isPage?: boolean }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isPage) takeFocus(ref.current);
    if (!isDrawerOpen.peek()) return;
    (ref.current?.querySelector<HTMLElement>('[aria-current]') ?? ref.current?.querySelector('a'))?.focus();
  }, []);
  useEffect(() => effect(() => void (isReady.value && currentKey.value && revealCurrent())), []);
  // As a page it is in the main landmark, maybe beside the sidebar: two landmarks of the same name could not be told apart.
  const Tag = (isPage ? 'div' : 'nav') as 'nav';
  return (
    <Tag
      class={`side ${isPage ? 'as-page' : ''}`}
      aria-label={isPage ? undefined : t('stream.feeds')}
      ref={ref}
      tabIndex={isPage ? -1 : undefined}
    >
      {isPage ? (
        <h1 class="side-title">{t('stream.feeds')}</h1>
      ) : (
        <>
          <Wordmark />
          <FindLink />
        </>
      )}
      <ul class="nav">
        <Entry stream={{ kind: 'unread' }} icon="unread" count={totalUnread.value} />
        <Entry stream={{ kind: 'starred' }} icon="star" count={starredCount()} />
        <Entry stream={{ kind: 'everything' }} icon="list" />
      </ul>
      {isPage && isNew() ? (
        <FirstFeed />
      ) : (
        <div class={`tree ${settings.value.hidesRead ? 'hides-read' : ''}`}>
          {groupsInOrder.value.map((group) => (
            <GroupBranch key={group.id} group={group} />
          ))}
          <Ungrouped />
          {settings.value.hidesRead && (
            <button type="button" class="b s" onClick={showAll}>
              {t('side.showAll')}
            </button>
          )}
        </div>
      )}
      <NeedsALook />
      <div class="foot">
        <a class="add" href="/add" title={withKey(t('side.add'), 'add')} aria-keyshortcuts={ariaKeys('add')}>
          <Icon name="plus" />
          {t('side.add')}
        </a>
        <a class="ib" href="/manage" aria-label={t('side.manage')} title={t('side.manage')}>
          <Icon name="edit" />
        </a>
        <a class="ib" href="/settings" aria-label={t('side.settings')} title={t('side.settings')}>
          <Icon name="settings" />
        </a>
      </div>
    </Tag>
  );
}

/** Keys, the palette and a search lead to feeds that are far below. */
function revealCurrent(): void {
  requestAnimationFrame(() => inTree('[aria-current]')?.scrollIntoView({ block: 'nearest' }));
}

/** The button for this goes with it. */
function showAll(): void {
  change({ hidesRead: false });
  requestAnimationFrame(() => takeFocus(inTree('a')));
}

function inTree(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.tree ${selector}`);
}

/** Whether the account has nothing yet: then the page says what to do first. */
function isNew(): boolean {
  return isReady.value && feeds.value.size === 0 && groupsInOrder.value.length === 0;
}

/** A link to the failing feeds, so that nobody has to come across them one by one. */
function NeedsALook() {
  const count = [...feeds.value.values()].filter(isFailing).length;
  return count === 0 ? null : (
    <a class="look" href="/manage?show=failing">
      <Icon name="warning" />
      {t('strip.failing', { count })}
    </a>
  );
}

function FindLink() {
  return (
    <a class="find" href="/search?q=" aria-keyshortcuts={ariaKeys('search')}>
      <Icon name="search" />
      <span>{t('stream.search')}</span>
      <KeyHint action="search" />
    </a>
  );
}

function Entry({
  stream,
  icon,
  count,
}: {
  stream: Stream & { kind: 'unread' | 'starred' | 'everything' };
  icon: IconName;
  count?: number | undefined;
}) {
  return (
    <li>
      <a href={pathOf(stream)} aria-current={isCurrent(stream) ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="t">{titleOf(stream)}</span>
        <Count count={count} hidesWords={stream.kind === 'starred'} />
      </a>
    </li>
  );
}

/** The number beside a name, in words for screen readers. */
function Count({ count = 0, hidesWords = false }: { count?: number | undefined; hidesWords?: boolean }) {
  if (count === 0) return null;
  return (
    <span class="n">
      <span aria-hidden={!hidesWords}>{shown(count)}</span>
      {!hidesWords && <span class="vh">, {t('side.unread', { count })}</span>}
    </span>
  );
}

/** Drawn again when this number changes, and not whenever one of the others does: with thousands of feeds, no key press waits for that. */
function Unread({ members }: { members: readonly Feed[] }) {
  const count = useMemo(() => computed(() => unreadOf(members.map(({ id }) => id))), [members]);
  return <Count count={count.value} />;
}

function GroupBranch({ group }: { group: Group }) {
  const { id, title } = group;
  return <Branch id={id} title={title} stream={{ kind: 'group', id }} members={membersOf(group)} />;
}

function Ungrouped() {
  const grouped = new Set(groupsInOrder.value.flatMap(({ feed_ids }) => feed_ids));
  const members = feedsInOrder.value.filter(({ id }) => !grouped.has(id));
  if (members.length === 0) return null;
  if (groupsInOrder.value.length === 0) return <FeedList members={members} />;
  return <Branch id={0} title={t('side.ungrouped')} members={members} />;
}

function Branch({
  id,
  title,
  stream,
  members,
}: {
  id: number;
  title: string;
  stream?: Stream;
  members: readonly Feed[];
}) {
  const { folded } = settings.value;
  const isFolded = folded.includes(id);
  const fold = (): void => {
    change({ folded: isFolded ? folded.filter((each) => each !== id) : [...folded, id] });
  };
  return (
    <section data-group={id}>
      {/* Otherwise it would have the name of its button, too. */}
      <h2 aria-label={title}>
        <button
          type="button"
          class={`fold ${isFolded ? '' : 'is-open'}`}
          aria-expanded={!isFolded}
          aria-label={isFolded ? t('side.unfold', { title }) : t('side.fold', { title })}
          onClick={fold}
        >
          <Icon name="chevron" />
        </button>
        {stream ? (
          <a href={pathOf(stream)} aria-current={isCurrent(stream) ? 'page' : undefined}>
            <span class="t" dir="auto">
              {title}
            </span>
            <Unread members={members} />
          </a>
        ) : (
          <>
            <span class="t">{title}</span>
            <Unread members={members} />
          </>
        )}
      </h2>
      {isFolded ? staysInSight(members) && <i class="n" hidden /> : <FeedList members={members} />}
    </section>
  );
}

/** Whether one of them is shown though it may have nothing unread; where it is folded away, its group is shown (`hides-read`). */
function staysInSight(members: readonly Feed[]): boolean {
  return members.some((feed) => isFailing(feed) || isCurrent({ kind: 'feed', id: feed.id }));
}

function FeedList({ members }: { members: readonly Feed[] }) {
  return (
    <ul class="nav">
      {members.map((feed) => (
        <FeedEntry key={feed.id} feed={feed} />
      ))}
    </ul>
  );
}

function FeedEntry({ feed }: { feed: Feed }) {
  const stream: Stream = { kind: 'feed', id: feed.id };
  const isAiling = isFailing(feed);
  return (
    <li>
      <a
        href={pathOf(stream)}
        class={isAiling ? 'err' : ''}
        aria-current={isCurrent(stream) ? 'page' : undefined}
      >
        <Spine feedId={feed.id} />
        <span class="t" dir="auto">
          {feed.title}
        </span>
        {isAiling ? (
          <span class="n" title={whyNot(feed) ?? t('side.ailing')}>
            <Icon name="warning" />
            <span class="vh">, {t('side.ailing')}</span>
          </span>
        ) : (
          <Unread members={[feed]} />
        )}
      </a>
    </li>
  );
}

/** Stays the same from item to item of a stream. */
const currentKey = computed(() => route.value.kind === 'stream' && keyOf(route.value.stream));

function isCurrent(stream: Stream): boolean {
  return keyOf(stream) === currentKey.value;
}

/** How many starred items there are, if this browser knows all of them. */
function starredCount(): number | undefined {
  starsChanged.value;
  if (!whole.value.starred || !restored.value.has('starred')) return undefined;
  let count = 0;
  for (const row of rows.values()) if (row.starred.peek()) count++;
  return count;
}
