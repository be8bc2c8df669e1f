// The forms of the list without script: marking one item, marking all that was shown, and undoing that.
import { undo } from '../../library/journal.ts';
import { markInBulk, markItem } from '../../library/marks.ts';
import type { Mark } from '../../model/mark.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { readOwnForm } from './browser.ts';
import { goTo, goToSignIn } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { idOf, listAddress, readScope } from './lite-scope.ts';
import { returnAddress } from './return-address.ts';

const marks: ReadonlySet<string> = new Set<Mark>(['read', 'unread', 'starred', 'unstarred']);

export async function takeLiteMark(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'mark item');
  if (!browser.session) return goToSignIn('/lite');
  const id = idOf(call.params.id);
  if (id === undefined || !isMark(form.mark))
    throw new Refusal('invalid', 'Cannot mark item: the form does not say which, or how');
  await markItem(house.library, browser.session.user.id, id, form.mark);
  return goTo(backTo(form.next));
}

/** Marks everything in a list up to the newest item that was shown. */
export async function takeLiteRead(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'mark items read');
  if (!browser.session) return goToSignIn('/lite');
  const upTo = idOf(form.up_to);
  const next = backTo(form.next);
  const scope = readScope({ url: new URL(next, call.url) });
  if (upTo === undefined || scope.items.of === 'starred' || scope.words !== undefined)
    throw new Refusal('invalid', 'Cannot mark items read: the form does not say which');
  const { entryId } = await markInBulk(house.library, browser.session.user.id, {
    scope: scope.items,
    bounds: { upTo },
    mark: 'read',
  });
  return goTo(listAddress({ ...scope, before: undefined }, { done: entryId }));
}

export async function takeLiteUndo(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'undo');
  if (!browser.session) return goToSignIn('/lite');
  await undo(house.library, browser.session.user.id, idOf(form.entry) ?? 0);
  return goTo(backTo(form.next));
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
