// Starts a file, also one that has failed, or has another address by now.
import type { Enclosure } from '@courant/client';
import { rows } from '../../data/copy.ts';
import type { Row } from '../../data/row.ts';
import type { Playing } from './playing.ts';

/** The files that the item has by now: a copy that begins anew has another row of it. */
export function filesNow(row: Row): readonly Enclosure[] {
  return (rows.get(row.id) ?? row).enclosures;
}

/**
 * The file as its item has it by now: signatures in addresses change each day, and publishers move. Its item may have as many files as
 * before; then their order tells which is which, as it does for the service.
 */
export function fileNow({ row, enclosure, files }: Playing): Enclosure {
  const now = filesNow(row);
  const isSame = ({ url }: Enclosure): boolean => url === enclosure.url;
  if (now.length !== files.length || now.some(isSame)) return enclosure;
  return now[files.findIndex(isSame)] ?? enclosure;
}

/** Plays. What has failed would never play again by itself: it is requested anew, and goes on where it was. */
export function start(media: HTMLMediaElement, now: Playing): void {
  if (media.error) {
    const { currentTime } = media;
    media.src = fileNow(now).url;
    media.currentTime = currentTime;
  }
  // Where the browser requires a click first, there is the button. A failure is told by the element.
  media.play().catch(() => {});
}
