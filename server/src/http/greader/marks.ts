// How apps mark items: read, starred, labelled; one by one, or a whole stream.
import { makeGroups } from '../../library/groups-by-title.ts';
import { markStreamRead, shownUpTo } from '../../library/mark-streams.ts';
import { markItems } from '../../library/marks.ts';
import { tagItems } from '../../library/tags.ts';
import type { Mark } from '../../model/mark.ts';
import { Refusal } from '../../model/refusal.ts';
import { readTime } from '../loose-times.ts';
import type { AppHandler } from './handler.ts';
import { readItemIds } from './ids.ts';
import { readLabels } from './label-input.ts';
import { ok } from './present.ts';
import { readStreamName, stateOf } from './stream-names.ts';
import { namesOfStreams } from './stream-query.ts';

/** Items times labels in one call, which is one transaction: two seconds, in which nobody else can mark anything. */
const MOST_TAGGED = 100_000;

/** Unknown ids and tags are skipped, so that one of them does not spoil a batch. */
export const editTag: AppHandler = async ({ library }, { parameters, userId }) => {
  const [added, removed] = [parameters.all('a'), parameters.all('r')];
  const labels = {
    put: readLabels(added, 'edit tags'),
    takeOff: readLabels(removed, 'edit tags'),
  };
  const marks = marksOf(statesOf(added), statesOf(removed));
  if (!parameters.has('i')) {
    if (marks.length > 0) throw new Refusal('invalid', 'Cannot edit tags: i is missing');
    // Readrops makes a folder in this way, and FeedFlow asks to remove one; without items there is nothing else to do.
    await makeGroups(library, userId, labels.put);
  }
  const ids = readItemIds(parameters.all('i'));
  requireQuick(ids.length * (labels.put.length + labels.takeOff.length));
  if (labels.put.length + labels.takeOff.length > 0) await tagItems(library, userId, ids, labels);
  for (const mark of marks) await markItems(library, userId, ids, mark);
  return ok();
};

/** Several labels may be put on very many items, but not very many on each. */
function requireQuick(tagged: number): void {
  if (tagged <= MOST_TAGGED) return;
  throw new Refusal(
    'too-large',
    `Cannot edit tags: it labels items ${tagged} times, must be at most ${MOST_TAGGED}`,
  );
}

/** Leaves out what has come since the app last looked, which it gives as `ts`. */
export const markAllAsRead: AppHandler = async ({ library, accounts }, { parameters, userId }) => {
  const seen = readSeen(parameters.one('ts') ?? '');
  const upTo = seen !== undefined && seen < accounts.clock.now() ? seen : undefined;
  const names = namesOfStreams(parameters, 'mark all as read');
  if (names.length === 0) throw new Refusal('invalid', 'Cannot mark all as read: s is missing');
  const shown = await shownUpTo(library, userId, upTo);
  for (const name of names) await markStreamRead(library, userId, readStreamName(name), shown);
  return ok();
};

/** Undefined for nothing and for 0, by which apps mean everything. Throws Refusal `invalid`: whoever has got its time wrong does not. */
function readSeen(ts: string): number | undefined {
  const time = readTime(ts, { end: true });
  if (time !== undefined || /^0*$/.test(ts.trim())) return time;
  throw new Refusal('invalid', 'Cannot mark all as read: ts is not a time');
}

/** newsboat adds a state and removes its opposite at once. If they contradict: removing `read` wins, then adding it, then kept-unread. */
export function marksOf(added: ReadonlySet<string>, removed: ReadonlySet<string>): Mark[] {
  const marks: Mark[] = [];
  if (removed.has('read')) marks.push('unread');
  else if (added.has('read')) marks.push('read');
  else if (added.has('kept-unread') || added.has('tracking-kept-unread')) marks.push('unread');
  else if (removed.has('kept-unread')) marks.push('read');
  if (added.has('starred')) marks.push('starred');
  else if (removed.has('starred')) marks.push('unstarred');
  return marks;
}

function statesOf(tags: readonly string[]): Set<string> {
  return new Set(tags.flatMap((tag) => stateOf(tag) ?? []));
}
