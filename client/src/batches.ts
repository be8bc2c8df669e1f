/** Calls with any number of items, split into as many as one call may hold. */

import { maxBatchIds } from './limits.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';

/** Ids are sent in the body: ten thousand of them do not fit in a URL (contract, Conventions). */
export async function inBatches(
  call: Send,
  name: 'markItemsRead' | 'markItemsUnread' | 'starItems' | 'unstarItems',
  { ids, signal }: { ids: readonly number[] } & CallOptions,
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const marked: number[] = [];
  for (let from = 0; from < wanted.length; from += maxBatchIds) {
    const form = { ids: wanted.slice(from, from + maxBatchIds).join() };
    marked.push(...(await call({ name, form, signal })).body);
  }
  return marked;
}
