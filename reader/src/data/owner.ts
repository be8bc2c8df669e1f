// Checks whose copy this is: another person who signs in here must neither see it nor have its writes sent in their name.
import { forgetEverything, readFact, write } from './database.ts';
import { wholeClient } from './later-client.ts';
import { flush, sending } from './queue.ts';
import { service } from './service.ts';

/** Asks the service once who is signed in, and allows sending. Forgets somebody else's copy. Rejects when the service cannot be reached. */
export async function checkOwner(): Promise<void> {
  if (sending.isAllowed) return;
  await wholeClient();
  const [{ id }, known] = await Promise.all([service.account.me(), readFact<number>('owner')]);
  if (known !== undefined && known !== id) {
    await forgetEverything();
    location.replace('/unread');
    // The page is about to reload: nothing else may happen in it for the other person.
    await new Promise(() => {});
  }
  if (known === undefined) await write({ facts: { owner: id } }).catch(() => {});
  sending.isAllowed = true;
  void flush();
}
