// One feed of the table.

import { whyNot } from '../../data/feed-health.ts';
import { Icon } from '../../frame/icons.tsx';
import { Spine } from '../../frame/spine.tsx';
import { shortDay } from '../../texts/dates.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { locale, t } from '../../texts/translate.ts';
import { renameFeed } from './actions.ts';
import { groupTitles, type Line } from './choose.ts';
import { dragFeeds } from './dragging.ts';
import { RenameField } from './rename.tsx';

interface Props {
  line: Line;
  isSelected: boolean;
  /** The feeds that are dragged along with this row. */
  dragged: readonly number[];
  select: (feedId: number, isSelected: boolean, isRange: boolean) => void;
  onMoved: (feedIds: readonly number[]) => void;
  isRenaming: boolean;
  rename: (feedId: number | undefined) => void;
}

export function FeedRow({ line, isSelected, dragged, select, onMoved, isRenaming, rename }: Props) {
  const { feed, isFailing, unread, pulse } = line;
  const { id, title } = feed;
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'F2') rename(id);
  };
  return (
    <tr
      class={isSelected ? 'is-selected' : ''}
      draggable={!isRenaming}
      onDragStart={(event) => dragFeeds(event, dragged, onMoved)}
      onKeyDown={key}
    >
      <td class="box">
        <label>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={title}
            onClick={(event) => select(id, event.currentTarget.checked, event.shiftKey)}
          />
        </label>
      </td>
      <th scope="row">
        <Spine feedId={id} />
        {isRenaming ? (
          <Renaming line={line} onDone={() => rename(undefined)} />
        ) : (
          <a href={`/feeds/${id}/about`} draggable={false}>
            <span class="t" dir="auto">
              {title}
            </span>
            <Beneath line={line} />
          </a>
        )}
        {isFailing && <Icon name="warning" class="bad" />}
      </th>
      <td class="of-group">
        <bdi>{groupTitles(line)}</bdi>
      </td>
      <td class="of-posts num">{pulse?.posts.toLocaleString(locale())}</td>
      <td class="of-newest">{newestOf(line)}</td>
      <td class="of-unread num">{unread > 0 && unread.toLocaleString(locale())}</td>
      <td class="tool">
        <button
          type="button"
          class="ib"
          aria-label={t('manage.renameOf', { title })}
          title={t('manage.rename')}
          onClick={() => rename(id)}
        >
          <Icon name="edit" />
        </button>
      </td>
    </tr>
  );
}

function Renaming({ line: { feed }, onDone }: { line: Line; onDone: () => void }) {
  const own = feed['app.courant.feeds']?.custom_title ?? '';
  const done = (title: string | undefined): void => {
    onDone();
    if (title !== undefined) void renameFeed(feed, title);
  };
  return (
    <RenameField
      label={t('manage.renameOf', { title: feed.title })}
      title={own || feed.title}
      placeholder={t('feed.titleHint')}
      onDone={done}
    />
  );
}

/** Why the feed fails, or its address; on a narrow screen also what the other columns say. */
function Beneath({ line }: { line: Line }) {
  const { feed, isFailing, pulse } = line;
  const sentence = isFailing ? whyNot(feed) : undefined;
  // Titles of groups may be long, and what comes last is cut off.
  const facts = [pulse && t('manage.perMonth', { count: pulse.posts }), newestOf(line), groupTitles(line)];
  return (
    <>
      <small class={sentence ? '' : 'wide'} dir="auto">
        {sentence ?? hostOf(feed.url)}
      </small>
      <small class="compact">{inOneLine(...facts)}</small>
    </>
  );
}

function newestOf({ pulse }: Line): string {
  if (pulse === undefined) return '';
  if (pulse.newest_post_at === undefined) return t('feed.never');
  const at = Date.parse(pulse.newest_post_at);
  const isLately = Date.now() - at < 30 * 86_400_000;
  return isLately ? fromNow(at, timeNow()) : shortDay(at);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
