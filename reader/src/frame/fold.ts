// What keys do to the feeds in their groups, wherever these are shown.
import { groupsInOrder } from '../data/copy.ts';
import { change, settings } from '../data/settings.ts';
import { t } from '../texts/translate.ts';
import { takeFocus } from './focus.ts';
import { say, showToast } from './status.ts';

/** Hides feeds and groups with nothing unread, or shows them again. Where the feeds are out of sight, nothing else would tell. */
export function hideRead(): void {
  const hidesRead = !settings.peek().hidesRead;
  change({ hidesRead });
  showToast(t(hidesRead ? 'side.hidden' : 'side.shown'));
}

/** Folds all groups; if they are, unfolds them. */
export function foldAll(): void {
  const { folded } = settings.peek();
  // 0: the feeds in none.
  const ids = [0, ...groupsInOrder.peek().map(({ id }) => id)];
  const areFolded = ids.every((id) => folded.includes(id));
  const button = document.activeElement?.closest('section')?.querySelector<HTMLElement>('.fold');
  change({ folded: areFolded ? [] : ids });
  say(t(areFolded ? 'side.unfoldedAll' : 'side.foldedAll'));
  // A feed that had it is gone. Where none has gone, a late frame would take what belongs to the next time.
  if (!areFolded) requestAnimationFrame(() => takeFocus(button));
}
