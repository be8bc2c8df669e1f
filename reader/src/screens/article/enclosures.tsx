// The files of an item: audio and video to play, everything else to open.
import type { Enclosure } from '@courant/client';
import type { Row } from '../../data/row.ts';
import { Icon } from '../../frame/icons.tsx';
import { decoded } from '../../frame/routes.ts';
import { bytesText } from '../../texts/bytes.ts';
import { clockTime } from '../../texts/clock-time.ts';
import { locale, t } from '../../texts/translate.ts';
import { isPlayable, playing } from './playing.ts';
import { fileNow, filesNow } from './starting.ts';

/** Those that can be played, which come before the notes about them, or all others. */
export function Enclosures({ row, played }: { row: Row; played: boolean }) {
  // Attached pictures are mostly those that the text shows already.
  const files = row.enclosures.filter(
    (each) => !each.type?.startsWith('image/') && (isPlayable(each) !== undefined) === played,
  );
  if (files.length === 0) return null;
  return (
    <ul class="enclosures">
      {files.map((enclosure) => (
        <li key={enclosure.url}>
          <File row={row} enclosure={enclosure} />
        </li>
      ))}
    </ul>
  );
}

function File({ row, enclosure }: { row: Row; enclosure: Enclosure }) {
  const name = enclosure.title ?? decoded(new URL(enclosure.url).pathname.split('/').at(-1) ?? '');
  const facts = [
    enclosure.duration_seconds && clockTime(enclosure.duration_seconds),
    enclosure.length && bytesText(enclosure.length, locale()),
  ].filter(Boolean);
  const { enclosures: files } = row;
  const play = (): void => {
    // An article that stays open shows the addresses that it was opened with.
    playing.value = { row, enclosure: fileNow({ row, enclosure, files }), files: filesNow(row) };
  };
  return (
    <div class="file">
      {isPlayable(enclosure) && (
        <button type="button" class="b p round" aria-label={`${t('player.play')}: ${name}`} onClick={play}>
          <Icon name="play" />
        </button>
      )}
      <div>
        <a href={enclosure.url} target="_blank" rel="noopener noreferrer" dir="auto">
          {name || enclosure.url}
        </a>
        {facts.length > 0 && <small class="num">{facts.join(' · ')}</small>}
      </div>
    </div>
  );
}
