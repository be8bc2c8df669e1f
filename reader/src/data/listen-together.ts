// Listens to changes as they happen. One page of the browser holds the stream of events and tells the others: over HTTP/1.1 a
// browser opens six connections to a service, and six pages with a stream each would leave none for anything else.
import type { Changes, Cut } from '@courant/client';
import { answerMs, askAgainMs } from './limits.ts';

type Message =
  | { kind: 'asks' | 'leaves' | 'cut' }
  | { kind: 'holds'; by: number; cursor: string | undefined }
  | { kind: 'tells'; since: string | undefined; changes: Changes };

/** A page as it listens. */
export interface Listener {
  cursor(): string | undefined;
  open(options: { signal: AbortSignal; onCut: (cut: Cut) => void }): AsyncIterable<Changes>;
  take(changes: Changes): void;
  /** Asks for changes: the page may have missed some. */
  catchUp(): void;
}

/**
 * Listens until the signal is aborted. Rejects as the stream does. The pages agree by messages, and not by a lock: an address without
 * TLS, where HTTP/1.1 is spoken, has no locks. Two pages that hold a stream for a moment do no harm.
 */
export async function listenTogether(page: Listener, signal: AbortSignal): Promise<void> {
  // A page that was left while it asked for changes: nothing would close its channel any more.
  if (signal.aborted) return;
  const pages = new BroadcastChannel('changes');
  const me = Math.random();
  let holding: AbortController | undefined;
  const waiting = waitFor(signal);

  const post = (message: Message): void => {
    if (!signal.aborted) pages.postMessage(message);
  };
  const claim = (): void => post({ kind: 'holds', by: me, cursor: page.cursor() });
  const end = (): void => {
    if (holding) pages.postMessage({ kind: 'leaves' } satisfies Message);
    pages.close();
  };
  pages.onmessage = ({ data }: MessageEvent<Message>) => {
    waiting.heard(data.kind);
    if (holding === undefined) hear(page, data);
    else if (data.kind === 'holds' && data.by < me) holding.abort();
    else if (data.kind === 'holds' || data.kind === 'asks') claim();
  };
  // At once: a page that is closed runs nothing later.
  signal.addEventListener('abort', end, { once: true });

  try {
    while (!signal.aborted) {
      post({ kind: 'asks' });
      // By chance, so that of pages that ask at the same time one is the first.
      const isHeld = await waiting.until('holds', answerMs * (1 + Math.random()));
      if (isHeld) await waiting.until('leaves', askAgainMs);
      else if (!signal.aborted) {
        holding = new AbortController();
        claim();
        await hold(page, { signal: AbortSignal.any([signal, holding.signal]), post }).catch((error) => {
          if (!holding?.signal.aborted) throw error;
        });
        holding = undefined;
      }
    }
  } finally {
    signal.removeEventListener('abort', end);
    if (!signal.aborted) end();
  }
}

async function hold(
  page: Listener,
  { signal, post }: { signal: AbortSignal; post: (message: Message) => void },
): Promise<void> {
  const onCut = ({ error }: Cut): void => {
    if (error === undefined) return;
    post({ kind: 'cut' });
    page.catchUp();
  };
  let since = page.cursor();
  for await (const changes of page.open({ signal, onCut })) {
    post({ kind: 'tells', since, changes });
    since = changes.cursor;
    page.take(changes);
  }
}

/** What a page does that does not hold the stream. Changes that do not continue its own copy only tell it that there are some. */
function hear(page: Listener, message: Message): void {
  const known = page.cursor();
  // It is about to take everything anew.
  if (known === undefined) return;
  if (message.kind === 'tells' && message.since === known) page.take(message.changes);
  else if (message.kind === 'tells' || message.kind === 'cut') page.catchUp();
  else if (message.kind === 'holds' && message.cursor !== known) page.catchUp();
}

/** Waits for a kind of message. Resolves to whether it came before the time was over. */
function waitFor(signal: AbortSignal) {
  let expected: Message['kind'] | undefined;
  let resolve = (_isHeard: boolean): void => {};
  signal.addEventListener('abort', () => resolve(false), { once: true });
  return {
    heard(kind: Message['kind']) {
      if (kind === expected) resolve(true);
    },
    until(kind: Message['kind'], ms: number): Promise<boolean> {
      return new Promise((done) => {
        const timer = setTimeout(() => resolve(false), ms);
        expected = kind;
        resolve = (isHeard) => {
          clearTimeout(timer);
          expected = undefined;
          done(isHeard);
        };
      });
    },
  };
}
