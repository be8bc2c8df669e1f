// Dragging feeds to a group: onto its name in the sidebar or in the list of groups. Without a pointer, "Move to…" does the same.
import { feeds } from '../../data/copy.ts';
import { moveFeeds } from './actions.ts';

/** Drop targets have the id of their group; 0 is no group. */
const target = '[data-group]';

/** Called when a drag starts; cleans up when it ends. */
export function dragFeeds(
  event: DragEvent,
  feedIds: readonly number[],
  onMoved: (feedIds: readonly number[]) => void,
): void {
  if (!event.dataTransfer) return;
  event.dataTransfer.effectAllowed = 'copyMove';
  // For wherever else they are dropped, such as a field.
  const addresses = feedIds.flatMap((id) => feeds.peek().get(id)?.feed_url ?? []);
  event.dataTransfer.setData('text/plain', addresses.join('\n'));
  const over = (move: DragEvent): void => {
    const found = placeAt(move);
    light(found);
    if (!found || !move.dataTransfer) return;
    move.preventDefault();
    move.dataTransfer.dropEffect = keepsOthers(move) ? 'copy' : 'move';
  };
  const drop = (end: DragEvent): void => {
    stop();
    const found = placeAt(end);
    if (!found) return;
    end.preventDefault();
    const groupId = Number(found.dataset.group) || undefined;
    void moveFeeds(feedIds, { groupId, keepsOthers: groupId !== undefined && keepsOthers(end) }).then(
      (isDone) => isDone && onMoved(feedIds),
    );
  };
  const stop = (): void => {
    light(undefined);
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
    removeEventListener('dragend', stop);
    removeEventListener('pointerdown', pressed);
    removeEventListener('dragstart', stop, true);
  };
  // With a mouse nothing is pressed before a drag is over. While one finger drags, another may scroll.
  const pressed = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') stop();
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  addEventListener('dragend', stop);
  // Its own end is not heard of when the row that was dragged is gone by then: whatever is dragged next would move its feeds, too.
  addEventListener('pointerdown', pressed);
  // On the way down, where the beginning of this drag has passed already.
  addEventListener('dragstart', stop, true);
}

function placeAt({ target: at }: DragEvent): HTMLElement | undefined {
  return (at as Element | null)?.closest?.<HTMLElement>(target) ?? undefined;
}

/** With Control (or Option) they stay in their other groups, as when files are copied. */
function keepsOthers(event: DragEvent): boolean {
  return event.ctrlKey || event.altKey;
}

function light(place: HTMLElement | undefined): void {
  for (const lit of document.querySelectorAll('.is-target'))
    if (lit !== place) lit.classList.remove('is-target');
  place?.classList.add('is-target');
}
