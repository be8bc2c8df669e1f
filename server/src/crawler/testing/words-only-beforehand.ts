// A store for tests, in whose transactions the search words of posts must not be computed.
import assert from 'node:assert/strict';
import type { StoredPost } from '../../store/sources/posts.ts';
import type { LastWorker, Store, WriteTx } from '../../store/store.ts';

/** Fails a transaction that stores a post without its words, which would be computed while the lock is held. */
export function wordsOnlyBeforehand(store: Store): Store {
  const strict = (tx: WriteTx): WriteTx =>
    new Proxy(tx, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (name === 'beforeCommit')
          return (worker: LastWorker<never>, left: readonly never[]) => {
            for (const { post } of left as readonly StoredPost[])
              assert.ok(post.words, `${post.title} gets its words while the lock is held`);
            of.beforeCommit(worker, left);
          };
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return { ...store, write: (fn, options) => store.write((tx) => fn(strict(tx)), options) };
}
