// A store for tests in whose transactions nobody may make the words of posts.
import assert from 'node:assert/strict';
import type { StoredPost } from '../../store/posts.ts';
import type { LastWorker, Store, WriteTx } from '../../store/store.ts';

/** Fails a write that leaves a post to be indexed without its words. */
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
