// The forms of the list without script: marking one item, marking all that was shown, and undoing that.
import { listEntries, undo } from '../../library/journal.ts';
import { markInBulk, markItem } from '../../library/marks.ts';
import type { Mark } from '../../model/mark.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { readOwnForm } from './browser.ts';
import { goTo, goToSignIn } from './frame.ts';
import { type LiteHouse, readersLibrary } from './house.ts';
import { anchorOf, idOf, itemAddress, listAddress, readScope } from './lite-scope.ts';
import { returnAddress } from './return-address.ts';

/** Who presses a button again because nothing seems to happen does so by then. */
const PRESSED_AGAIN_MS = 60_000;

const marks: ReadonlySet<string> = new Set<Mark>(['read', 'unread', 'starred', 'unstarred']);

export async function takeLiteMark(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'mark item');
  const id = idOf(call.params.id);
  if (id === undefined || !isMark(form.mark))
    throw new Refusal('invalid', 'Cannot mark item: the form does not say which, or how');
  const next = backTo(form.next);
  if (!browser.session) return goToSignIn(pageOf(id, next, call));
  const userId = browser.session.user.id;
  await markItem(readersLibrary(house, userId), userId, id, form.mark);
  return goTo(next);
}

/** Marks everything in a list up to the newest item that was shown. */
export async function takeLiteRead(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'mark items read');
  const next = backTo(form.next);
  if (!browser.session) return goToSignIn(next);
  const upTo = idOf(form.up_to);
  const scope = readScope({ url: new URL(next, call.url) });
  if (upTo === undefined || scope.items.of === 'starred' || scope.words !== undefined)
    throw new Refusal('invalid', 'Cannot mark items read: the form does not say which');
  const userId = browser.session.user.id;
  const { entryId } = await markInBulk(readersLibrary(house, userId), userId, {
    scope: scope.items,
    bounds: { upTo },
    mark: 'read',
  });
  const done = entryId ?? (await justMarked(house, userId, idOf(form.after) ?? 0));
  return goTo(listAddress({ ...scope, before: undefined }, { done }));
}

export async function takeLiteUndo(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'undo');
  const next = backTo(form.next);
  if (!browser.session) return goToSignIn(next);
  const { id: userId } = browser.session.user;
  const undone = await attempt(() => undo(readersLibrary(house, userId), userId, idOf(form.entry) ?? 0));
  // Pressed twice: what was wanted is done.
  if (undone instanceof Refusal && undone.reason !== 'undone-already') throw undone;
  return goTo(next);
}

/**
 * If nothing was left to be marked, the button was perhaps pressed twice: the browser shows only the second answer, which must offer to undo
 * what the first has done. What was marked before the page was shown (`after`) was marked in another list.
 */
async function justMarked(
  { library, accounts }: LiteHouse,
  userId: number,
  after: number,
): Promise<number | undefined> {
  const [entry] = await listEntries(library, userId, { limit: 1 });
  if (entry?.action !== 'items.read' || entry.id <= after || entry.undoneBy !== undefined) return undefined;
  return accounts.clock.now() - entry.at < PRESSED_AGAIN_MS ? entry.id : undefined;
}

/** Where the form was: in the row to which it leads back, or on the page of the item, from which it may lead on to the next one. */
function pageOf(id: number, next: string, call: Call): string {
  if (next.endsWith(`#${anchorOf(id)}`)) return next;
  return itemAddress(id, readScope({ url: new URL(next, call.url) }));
}

function isMark(text: string | undefined): text is Mark {
  return marks.has(text ?? '');
}

/** Only leads to pages of this list, at the row of an item if it names one. */
function backTo(next: string | undefined): string {
  const address = returnAddress(next);
  if (!/^\/lite(?:[/?]|$)/.test(address)) return '/lite';
  return address + (/#i\d{1,16}$/.exec(next ?? '')?.[0] ?? '');
}
