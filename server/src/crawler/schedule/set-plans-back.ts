// Sets plans right that were made while the clock was ahead: to be called now and then.
import { hostsCalledInFuture, setHostBack } from '../../store/sources/clock-set-back.ts';
import type { Store } from '../../store/store.ts';
import { othersTurn } from '../../store/turn.ts';

/** Mostly there are none. After such a mistake of the clock there may be very many, so each has a transaction of its own. */
export async function setPlansBack(store: Store): Promise<void> {
  for (const hostId of await store.read(hostsCalledInFuture)) {
    await store.write((tx) => setHostBack(tx, hostId));
    await othersTurn();
  }
}
