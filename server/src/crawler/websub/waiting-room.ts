// Where pushes wait for their turn: as many as memory bears, and from one hub not so many that no other has room.
import { hubPace } from './limits.ts';

interface WaitingRoom<Each extends Waiting> {
  /** Whether so many bytes from a callback may come in. */
  hasRoom(callback: string, bytes: number): boolean;
  enter(push: Each): void;
  /** The one whose turn it is; it keeps its room until it leaves. */
  next(): Each | undefined;
  leave(push: Each): void;
  /** Sends away whoever waits, and returns how many. */
  clear(): number;
}

interface Waiting {
  callback: string;
  body: Uint8Array;
}

interface Used {
  pushes: number;
  bytes: number;
}

export function openWaitingRoom<Each extends Waiting>(): WaitingRoom<Each> {
  const queue: Each[] = [];
  const all: Used = { pushes: 0, bytes: 0 };
  const byCallback = new Map<string, Used>();

  return {
    hasRoom: (callback, bytes) =>
      fits(all, bytes, 1) &&
      fits(byCallback.get(callback) ?? { pushes: 0, bytes: 0 }, bytes, hubPace.ofOneHub),
    enter(push) {
      const own = byCallback.get(push.callback) ?? { pushes: 0, bytes: 0 };
      byCallback.set(push.callback, own);
      for (const used of [all, own]) use(used, 1, push);
      queue.push(push);
    },
    next: () => queue.shift(),
    leave(push) {
      const own = byCallback.get(push.callback);
      for (const used of own ? [all, own] : [all]) use(used, -1, push);
      if (own?.pushes === 0) byCallback.delete(push.callback);
    },
    clear: () => queue.splice(0).length,
  };
}

function fits({ pushes, bytes }: Used, more: number, share: number): boolean {
  return pushes < hubPace.pushesWaiting * share && bytes + more <= hubPace.bytesWaiting * share;
}

function use(used: Used, times: 1 | -1, { body }: Waiting): void {
  used.pushes += times;
  used.bytes += times * body.byteLength;
}
