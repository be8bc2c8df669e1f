// Which of two things that are known of an item is the newer one: what was asked for earlier may come later, and what was done
// here comes before what the service says until the service has it.

export type Mark = 'read' | 'star';

interface News {
  value: boolean;
  /** The moment at which it became known. */
  at: number;
  /** Writes of it that are under way. */
  writes: number;
  /** Whether the change feed has told it: until then it may tell what was before. */
  isTold: boolean;
}

const news = { read: new Map<number, News>(), star: new Map<number, News>() };
/** When the change feed told of an item as a whole. */
const told = new Map<number, number>();
let moment = 0;

/** The moment of a question, to be handed in with its answer. */
export function askedNow(): number {
  return ++moment;
}

export function isPending(mark: Mark, id: number): boolean {
  return (news[mark].get(id)?.writes ?? 0) > 0;
}

/** What the person has just set goes to the service. */
export function addPending(mark: Mark, ids: readonly number[], value: boolean): void {
  for (const id of ids) {
    const writes = news[mark].get(id)?.writes ?? 0;
    news[mark].set(id, { value, at: moment, writes: writes + 1, isTold: false });
  }
}

/** The service has it, or has refused it for good. */
export function removePending(mark: Mark, ids: readonly number[], isRefused = false): void {
  for (const id of ids) {
    const known = news[mark].get(id);
    if (known === undefined) continue;
    known.writes--;
    known.at = moment;
    if (isRefused && known.writes <= 0) news[mark].delete(id);
  }
}

/** Notes what the change feed tells of a mark. Gives whether that may be older than what was done here. */
export function noteTold(mark: Mark, id: number, value: boolean): boolean {
  const known = news[mark].get(id);
  if (known && !known.isTold && known.value !== value) return true;
  news[mark].set(id, { value, at: moment, writes: known?.writes ?? 0, isTold: true });
  return false;
}

/** Notes that the change feed has told an item whole, or that it is gone. */
export function noteWhole(ids: readonly number[]): void {
  for (const id of ids) told.set(id, moment);
}

/** What is known of a mark since an answer was asked for. */
export function newerMark(mark: Mark, id: number, asked: number): boolean | undefined {
  const known = news[mark].get(id);
  if (known === undefined) return undefined;
  if (known.writes > 0 || known.at >= asked) return known.value;
  // What is answered now was asked for after the write: nothing older can be told any more that would be believed.
  known.isTold = true;
  return undefined;
}

export function isNewerWhole(id: number, asked: number): boolean {
  return (told.get(id) ?? 0) >= asked;
}
