// Checks whose copy this is: another person who signs in here must neither see it nor have its writes sent in their name.
import { readFact, write } from './database.ts';
import { wholeClient } from './later-client.ts';
import { flush, sending } from './queue.ts';
import { service } from './service.ts';
import { isReplaced, thisPage } from './signed-in.ts';

/** Forgets the copy if somebody else has signed in since: nothing of it may be shown. Resolves to whether it may. */
export async function isOwnCopy(): Promise<boolean> {
  thisPage.owner = await readFact('owner');
  if (!isReplaced()) return true;
  await forgetOthers().catch(() => {});
  // It cannot be forgotten: it is not shown, and `checkOwner` tries again.
  thisPage.owner = undefined;
  return false;
}

/** Asks the service once who is signed in, and allows sending. Forgets somebody else's copy. Rejects when the service cannot be reached. */
export async function checkOwner(): Promise<void> {
  if (sending.isAllowed) return;
  await wholeClient();
  const [{ id }, known] = await Promise.all([service.account.me(), readFact<number>('owner')]);
  if (known !== undefined && known !== id) await forgetOthers();
  thisPage.owner = id;
  if (known === undefined) await write({ facts: { owner: id } }).catch(() => {});
  sending.isAllowed = true;
  void flush();
}

async function forgetOthers(): Promise<never> {
  await (await import('./forget.ts')).forgetPerson();
  location.replace('/unread');
  // The page is about to reload: nothing else may happen in it for the other person.
  return new Promise(() => {});
}
