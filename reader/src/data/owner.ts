// Whose copy this is: another person who signs in here must neither see it nor have its writes sent in their name.
import { forgetEverything, readFact, write } from './database.ts';
import { wholeClient } from './later-client.ts';
import { flush, sending } from './queue.ts';
import { service } from './service.ts';

/** Asks the service once who is signed in, and lets writes go. A copy of somebody else is forgotten. Rejects when out of reach. */
export async function checkOwner(): Promise<void> {
  if (sending.isAllowed) return;
  await wholeClient();
  const [{ id }, known] = await Promise.all([service.account.me(), readFact<number>('owner')]);
  if (known !== undefined && known !== id) {
    await forgetEverything();
    location.replace('/unread');
    // The page is about to go: nothing more of the other person's is to happen in it.
    await new Promise(() => {});
  }
  if (known === undefined) await write({ facts: { owner: id } }).catch(() => {});
  sending.isAllowed = true;
  void flush();
}
