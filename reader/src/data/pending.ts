// Decides which of two facts about an item is newer: answers may arrive out of order, and what was done here wins over what
// the service says until the service has it.
import { rememberedItems } from './limits.ts';

export type Mark = 'read' | 'star';

interface News {
  value: boolean;
  /** The moment at which it became known. */
  at: number;
  /** Writes of this mark that are under way. */
  writes: number;
  /** Whether the change feed has told it; until then the feed may still tell an older state. */
  isTold: boolean;
  /** Whether the change feed has told another state while writes were under way: before them, or after them by another device. */
  isDoubted?: boolean;
}

const news = { read: new Map<number, News>(), star: new Map<number, News>() };
/** When the change feed told of an item as a whole. */
const told = new Map<number, number>();
let moment = 0;

/** The moment of a request, to be passed along with its answer. */
export function askedNow(): number {
  return ++moment;
}

export function isPending(mark: Mark, id: number): boolean {
  return (news[mark].get(id)?.writes ?? 0) > 0;
}

/** Notes that a mark which the person has just set goes to the service. */
export function addPending(mark: Mark, ids: readonly number[], value: boolean): void {
  for (const id of ids) {
    const writes = news[mark].get(id)?.writes ?? 0;
    remember(mark, id, { value, at: moment, writes: writes + 1, isTold: false });
  }
}

/**
 * Notes that the service has it, or has refused it for good; `isSure`: not merely that another page has done with it. Returns the items of which
 * the service may have another state.
 */
export function removePending(mark: Mark, ids: readonly number[], isSure = true): number[] {
  return ids.filter((id) => {
    const known = news[mark].get(id);
    if (known === undefined) return false;
    known.writes--;
    known.at = moment;
    return known.writes === 0 && (known.isDoubted || !(isSure || known.isTold));
  });
}

/** Notes what the change feed tells of a mark. Returns whether that may be older than what was done here. */
export function noteTold(mark: Mark, id: number, value: boolean): boolean {
  const known = news[mark].get(id);
  if (known && known.value !== value && (known.writes > 0 || !known.isTold)) {
    known.isDoubted = true;
    return true;
  }
  remember(mark, id, { value, at: moment, writes: known?.writes ?? 0, isTold: true });
  return false;
}

/** Notes that the change feed has told of whole items, or that they are gone. With -7 of feed 7: its items go with it, and are not told one by one. */
export function noteWhole(ids: readonly number[]): void {
  for (const id of ids) {
    told.delete(id);
    told.set(id, moment);
  }
  forgetOldest(told);
}

/** The value of a mark, if it is newer than an answer that was asked for at the moment `asked`. */
export function newerMark(mark: Mark, id: number, asked: number): boolean | undefined {
  const known = news[mark].get(id);
  if (known === undefined) return undefined;
  if (known.writes > 0 || known.at >= asked) return known.value;
  // This answer was asked for after the write, so it settles the mark: from here on the change feed is believed.
  known.isTold = true;
  return undefined;
}

export function isNewerWhole(id: number, asked: number): boolean {
  return (told.get(id) ?? 0) >= asked;
}

/** A page may be open for weeks. What must stay keeps those behind it as well: it is gone once it was sent. */
export function forgetOldest<Value>(
  known: Map<number, Value>,
  mustStay = (_: Value): boolean => false,
): void {
  for (const [id, value] of known) {
    if (known.size <= rememberedItems || mustStay(value)) return;
    known.delete(id);
  }
}

function remember(mark: Mark, id: number, latest: News): void {
  news[mark].delete(id);
  news[mark].set(id, latest);
  forgetOldest(news[mark], ({ writes }) => writes > 0);
}
