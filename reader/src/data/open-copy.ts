// Opens the copy in this browser: what the first screen shows of it, before anything is asked of the service.
import { type Facts, takeFacts } from './copy.ts';
import { type RowIndex, readFact } from './database.ts';
import { forgetEarly } from './early.ts';
import { isOwnCopy } from './owner.ts';
import { restoreQueue } from './queue.ts';
import { heardAt } from './reached.ts';
import { nothingToRestore, restoreFirst, restoreRow } from './restore.ts';

/** Restores what the first screen shows from the copy: `first` are the rows that it begins with, among which an open item has its place. */
export async function openCopy(first: RowIndex, openId = 0): Promise<void> {
  const [facts, isOwn] = await Promise.all([readFacts(), isOwnCopy(), restoreQueue()]);
  if (facts === undefined || !isOwn) return nothingToRestore();
  forgetEarly();
  await Promise.all([restoreRow(openId), restoreFirst(first)]);
  takeFacts(facts);
  heardAt.value ||= facts.heardAt ?? 0;
}

async function readFacts(): Promise<Facts | undefined> {
  const [feeds, groups, unread, whole, cursor, missing, heardAt, missedCounts] = await Promise.all([
    readFact<Facts['feeds']>('feeds'),
    readFact<Facts['groups']>('groups'),
    readFact<Facts['unread']>('unread'),
    readFact<Facts['whole']>('whole'),
    readFact<string>('cursor'),
    readFact<number[]>('missing'),
    readFact<number>('heardAt'),
    readFact<boolean>('missedCounts'),
  ]);
  if (cursor === undefined || feeds === undefined) return undefined;
  return { feeds, groups: groups ?? [], unread: unread ?? [], whole, cursor, missing, heardAt, missedCounts };
}
