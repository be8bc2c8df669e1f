// One stream of server-sent events: it sleeps until it is told of news, of a beat or of its end.
import { Refusal } from '../../model/refusal.ts';

/** How long a client waits before it reconnects (HTML, server-sent events, `retry`). */
const RECONNECT_MS = 3_000;

interface EventStreamOptions {
  /** The next event as text; undefined while there is none. */
  next(): Promise<string | undefined>;
  /** Told of errors other than Refusals: once the answer has begun, there is no other way to report them. */
  failed(error: unknown): void;
}

export class EventStream {
  readonly #options: EventStreamOptions;
  /** Sent before everything else, so that the client knows at once that it is connected. */
  #comment: string | undefined = `retry: ${RECONNECT_MS}\n\n`;
  #hasNews = true;
  #isOver = false;
  #wake = (): void => {};
  #ended = (): void => {};

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  /** `fn` is called once, however the stream ends. */
  onEnd(fn: () => void): void {
    this.#ended = fn;
    if (this.#isOver) this.closed();
  }

  changed(): void {
    this.#hasNews = true;
    this.#wake();
  }

  /** Sends a sign of life if there is nothing else to send. */
  beat(): void {
    this.#comment ??= ':\n\n';
    this.#wake();
  }

  closed(): void {
    this.#isOver = true;
    const ended = this.#ended;
    this.#ended = () => {};
    ended();
    this.#wake();
  }

  /** Events are read only when the client takes one: a slow client gets more changes per event, and nothing piles up for it. */
  body(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const text = await this.#next();
          if (text === undefined) controller.close();
          else controller.enqueue(encoder.encode(text));
        },
        cancel: () => this.closed(),
      },
      { highWaterMark: 0 },
    );
  }

  /** What to send next; undefined at the end. */
  async #next(): Promise<string | undefined> {
    while (!this.#isOver) {
      if (this.#comment !== undefined) return this.#takeComment();
      if (!this.#hasNews) await this.#sleep();
      else {
        const event = await this.#read();
        if (event !== undefined) return event;
      }
    }
    return undefined;
  }

  #takeComment(): string | undefined {
    const comment = this.#comment;
    this.#comment = undefined;
    return comment;
  }

  async #read(): Promise<string | undefined> {
    // Reset before reading, so that a commit in the meantime counts as news again.
    this.#hasNews = false;
    try {
      const event = await this.#options.next();
      // After one event there may be another.
      if (event !== undefined) this.#hasNews = true;
      return event;
    } catch (error) {
      // The client reconnects with its last id, and then an error status tells it what is wrong.
      if (!(error instanceof Refusal)) this.#options.failed(error);
      this.closed();
      return undefined;
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
