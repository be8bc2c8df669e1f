// Undo, by the toast or by a key: the latest bulk actions, the newest first.
import type { CourantError } from '@courant/client';
import { isPassing, wordsOf } from '../data/service.ts';
import { t } from '../texts/translate.ts';
import { say, showLasting, showToast, toast } from './status.ts';

/** As many as somebody can remember; all of them are in the history. */
const kept = 20;

const done: (() => void | Promise<void>)[] = [];

/** Shows a toast that says what was done, with an Undo. */
export function showUndoable(text: string, undo: () => void | Promise<void>): void {
  done.push(undo);
  if (done.length > kept) done.shift();
  showToast(text, () => void takeBack(undo));
}

/** Undoes the latest action. */
export async function undoLast(): Promise<void> {
  const last = done.at(-1);
  if (last) await takeBack(last);
  else showToast(t('toast.nothingToUndo'));
}

async function takeBack(undo: () => void | Promise<void>): Promise<void> {
  const index = done.indexOf(undo);
  if (index === -1) return;
  done.splice(index, 1);
  showLasting(t('toast.undoing'));
  try {
    await undo();
  } catch (error) {
    // If not, it was undone elsewhere, or by an earlier try whose answer was lost.
    if ((error as Partial<CourantError>).reason !== 'undone-already') {
      const again = isPassing(error);
      // Otherwise the next Undo would take back something else.
      if (again) done.splice(index, 0, undo);
      return showToast(wordsOf(error), again ? () => void takeBack(undo) : undefined);
    }
  }
  // The Undo of what was done meanwhile stays within reach.
  if (toast.peek()?.undo) say(t('toast.undone'));
  else showToast(t('toast.undone'));
}
