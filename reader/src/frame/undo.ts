// Undo, by the toast or by a key: the latest bulk actions, the newest first.
import type { CourantError } from '@courant/client';
import { isPassing, wordsOf } from '../data/service.ts';
import { t } from '../texts/translate.ts';
import { say, showLasting, showToast, toast } from './status.ts';

/** As many as somebody can remember; all of them are in the history. */
const kept = 20;

type Undo = () => void | Promise<void>;
/** Says what an action has done, with its Undo. */
export type Offer = (text: string, undo: Undo) => void;

const done: Undo[] = [];

/** Shows a toast that says what was done, with an Undo, which is the latest one also while something else is under way. */
export function showUndoable(text: string, undo: Undo): void {
  void beforeUndo(async (offer) => offer(text, undo));
}

/**
 * Ends when all that was begun, of which some shows at once, can be undone: with the Undo of the latest of it, if it offers one, or with null
 * when nothing is under way.
 */
let underWay: Promise<{ undo?: Undo } | null> = Promise.resolve(null);

let isAwaited = false;

/** Lets an Undo by a key wait for an action. */
export function beforeUndo<T>(act: (offer: Offer) => Promise<T>): Promise<T> {
  const own: { undo?: Undo } = {};
  const action = act((text, undo) => {
    own.undo = undo;
    done.push(undo);
    if (done.length > kept) done.shift();
    showToast(text, () => void takeBack(undo));
  });
  const isOver = Promise.allSettled([underWay, action]).then(() => own);
  underWay = isOver;
  void isOver.then(() => {
    if (underWay === isOver) underWay = Promise.resolve(null);
  });
  return action;
}

/** Undoes the latest action. One that is still under way is awaited: none before it is meant, also if the key is pressed again, or if it fails. */
export async function undo(): Promise<void> {
  showLasting(t('toast.undoing'));
  if (isAwaited) return;
  isAwaited = true;
  const latest = await underWay;
  isAwaited = false;
  const meant = latest ? latest.undo : done.at(-1);
  if (meant && done.includes(meant)) await takeBack(meant);
  // Otherwise it is told how the action has failed.
  else if (toast.peek()?.lasts) showToast(t('toast.nothingToUndo'));
}

async function takeBack(action: () => void | Promise<void>): Promise<void> {
  const index = done.indexOf(action);
  if (index === -1) return;
  done.splice(index, 1);
  showLasting(t('toast.undoing'));
  try {
    await action();
  } catch (error) {
    // If not, it was undone elsewhere, or by an earlier try whose answer was lost.
    if ((error as Partial<CourantError>).reason !== 'undone-already') {
      const again = isPassing(error);
      // Otherwise the next Undo would take back something else.
      if (again) done.splice(index, 0, action);
      return showToast(wordsOf(error), again ? () => void takeBack(action) : undefined);
    }
  }
  // The Undo of what was done meanwhile stays within reach.
  if (toast.peek()?.undo) say(t('toast.undone'));
  else showToast(t('toast.undone'));
}
