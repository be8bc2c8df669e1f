import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Changes } from '@courant/client';
import { answerMs, askAgainMs } from './limits.ts';
import { type Listener, listenTogether } from './listen-together.ts';

test('one page holds the stream, and takes what comes from it together with the others', async (t) => {
  const open = await browser(t);
  const [first, second, third] = [await open('a'), await open('a'), await open('a')];
  assert.deepEqual([first.streams(), second.streams(), third.streams()], [1, 0, 0]);
  await first.event('b');
  await first.event('c');
  for (const page of [first, second, third]) assert.deepEqual(page.taken, ['b', 'c']);
  assert.equal(second.caughtUp() + third.caughtUp(), 0);
});

test('a page asks for changes itself when its copy is another, the told changes do not continue it, or the stream is cut', async (t) => {
  const open = await browser(t);
  const first = await open('b');
  const second = await open('a');
  assert.equal(second.caughtUp(), 1);
  await first.event('c');
  assert.deepEqual([second.taken, second.caughtUp()], [[], 2]);
  await first.cut();
  assert.deepEqual([first.caughtUp(), second.caughtUp()], [1, 3]);
});

test('a page without a copy takes nothing, and asks for nothing', async (t) => {
  const open = await browser(t);
  const first = await open('a');
  const second = await open(undefined);
  await first.event('b');
  assert.deepEqual([second.taken, second.caughtUp()], [[], 0]);
});

test('another page takes over the stream, where its own copy ends, when the page that holds it leaves', async (t) => {
  const open = await browser(t);
  const [first, second, third] = [await open('a'), await open('a'), await open('a')];
  await first.event('b');
  await first.leave();
  assert.equal(first.streams(), 0);
  assert.equal(second.streams() + third.streams(), 1);
  const [holder, other] = second.streams() === 1 ? [second, third] : [third, second];
  await holder.event('c');
  assert.deepEqual(other.taken, ['b', 'c']);
});

test('another page takes over the stream when the page that holds it is gone without a word', async (t) => {
  const open = await browser(t);
  const [first, second] = [await open('a'), await open('a')];
  first.crash();
  await pass(t, askAgainMs + 2 * answerMs);
  assert.equal(second.streams(), 1);
});

test('of two pages that hold a stream, one lets go', async (t) => {
  const open = await browser(t);
  const first = await open('a');
  first.crash();
  const second = await open('a');
  first.recover();
  const third = await open('a');
  assert.equal(first.streams() + second.streams(), 1);
  assert.equal(third.streams(), 0);
});

test('a page that was left before it begins to listen hears nothing', async (t) => {
  const open = await browser(t);
  const first = await open('a');
  const left = await open('a', AbortSignal.abort());
  await first.event('b');
  assert.deepEqual([left.taken, left.caughtUp()], [[], 0]);
});

test('a stream that is refused lets another page try, and is told of', async (t) => {
  const open = await browser(t);
  const [first, second] = [await open('a'), await open('a')];
  await first.refuse(new Error('Signed out'));
  await assert.rejects(first.listening, /Signed out/);
  await pass(t, 2 * answerMs);
  assert.equal(second.streams(), 1);
});

/** A browser whose pages listen; each is opened with the cursor of its copy. */
async function browser(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const usual = globalThis.BroadcastChannel;
  const channels = new Set<Channel>();
  const ended = new AbortController();
  t.after(() => {
    ended.abort();
    globalThis.BroadcastChannel = usual;
  });
  return async (cursor: string | undefined, left = ended.signal) => {
    let own: Channel | undefined;
    globalThis.BroadcastChannel = class extends Channel {
      constructor() {
        super(channels);
        own = this;
      }
    } as never;
    const page = openPage(t, { cursor, signal: AbortSignal.any([ended.signal, left]) });
    await pass(t, 2 * answerMs);
    return {
      ...page,
      crash: () => void (own && channels.delete(own)),
      recover: () => void (own && channels.add(own)),
    };
  };
}

function openPage(t: TestContext, { cursor, signal }: { cursor: string | undefined; signal: AbortSignal }) {
  const leaving = new AbortController();
  const taken: string[] = [];
  let caughtUp = 0;
  let stream: Parameters<Listener['open']>[0] | undefined;
  let next = Promise.withResolvers<Changes>();
  let at = cursor;
  const listening = listenTogether(
    {
      cursor: () => at,
      async *open(options) {
        stream = options;
        const cut = new Promise<never>((_, reject) => {
          options.signal.addEventListener('abort', () => reject(options.signal.reason));
        });
        try {
          for (;;) yield await Promise.race([next.promise, cut]);
        } finally {
          stream = undefined;
        }
      },
      take(changes) {
        at = changes.cursor;
        taken.push(changes.cursor);
      },
      catchUp: () => void caughtUp++,
    },
    AbortSignal.any([leaving.signal, signal]),
  );
  // Leaving rejects with the reason, which the reader ignores.
  listening.catch(() => {});
  return {
    listening,
    taken,
    streams: () => (stream === undefined ? 0 : 1),
    caughtUp: () => caughtUp,
    async event(to: string) {
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve({ cursor: to, more: false });
      await turn();
    },
    async refuse(error: Error) {
      next.reject(error);
      await turn();
    },
    async cut() {
      stream?.onCut({ error: new Error('Cut') as never, pauseMs: 1_000 });
      await turn();
    },
    async leave() {
      leaving.abort();
      // The others wait from when they hear of it, and by chance for the longest time.
      await turn();
      await pass(t, 2 * answerMs);
    },
  };
}

/** A channel that delivers within the same turn of the event loop. */
class Channel {
  readonly #all: Set<Channel>;
  onmessage = (_: { data: unknown }): void => {};

  constructor(all: Set<Channel>) {
    this.#all = all;
    all.add(this);
  }

  postMessage(data: unknown): void {
    if (!this.#all.has(this)) return;
    const others = [...this.#all].filter((each) => each !== this);
    for (const each of others) queueMicrotask(() => each.onmessage({ data: structuredClone(data) }));
  }

  close(): void {
    this.#all.delete(this);
  }
}

/** Lets time pass, a little at a time, so that messages arrive in between. */
async function pass(t: TestContext, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    t.mock.timers.tick(10);
    await turn();
  }
}
