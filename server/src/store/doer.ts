// On whose behalf a store is written to, for whatever records who did something.
import type { Doer, DoneBy } from '../model/doer.ts';
import { findApp } from './accounts/apps.ts';
import type { Store, WriteTx } from './store.ts';

/** Who writes, if that is to be recorded, and for which user. */
export interface Acting {
  doer?: Doer;
  userId: number;
}

/** The same store, with a doer for all its writes, and their user, whose writes leave room for those of others. */
export function storeFor(store: Store, { doer, userId }: Acting): Store {
  return {
    ...store,
    write: (fn, options) =>
      store.write(
        (tx) => {
          if (doer) tx.doer = doer;
          return fn(tx);
        },
        { ...options, userId },
      ),
  };
}

/** The doer of a transaction under its present name; undefined if there is none, or if it is an app that is gone. */
export async function doneBy(tx: WriteTx): Promise<DoneBy | undefined> {
  const { doer } = tx;
  if (doer?.kind === 'app-password') return { kind: 'app', name: doer.name };
  if (doer?.kind !== 'app') return doer;
  const name = (await findApp(tx, doer.appId))?.app.name;
  return name === undefined ? undefined : { kind: 'app', name };
}
