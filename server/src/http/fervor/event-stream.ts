// One stream of server-sent events: sleeps until it is told of news, a beat or its end.
import { Refusal } from '../../model/refusal.ts';

/** How long a client waits before it connects again (HTML, server-sent events, `retry`). */
const RECONNECT_MS = 3_000;

export interface EventStreamOptions {
  /** The next event as text; undefined while there is none. */
  next(): Promise<string | undefined>;
  /** Told of what is no Refusal: nobody else can hear of it once the answer has begun. */
  failed(error: unknown): void;
}

export class EventStream {
  readonly #options: EventStreamOptions;
  /** Sent before all else, so that the client knows at once that it is connected. */
  #comment: string | undefined = `retry: ${RECONNECT_MS}\n\n`;
  #hasNews = true;
  #isOver = false;
  #wake = (): void => {};
  #ended = (): void => {};

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  /** Called once, however the stream ends. */
  onEnd(fn: () => void): void {
    this.#ended = fn;
    if (this.#isOver) this.closed();
  }

  changed(): void {
    this.#hasNews = true;
    this.#wake();
  }

  /** A sign of life, where nothing else is to be said. */
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

  /** Nothing is read before the client takes it: one that is slow gets more at once, and holds nothing. */
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

  /** What is to be sent next; undefined at the end. */
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
    // Before the reading: what is committed meanwhile is news again.
    this.#hasNews = false;
    try {
      const event = await this.#options.next();
      // Where one was, there may be another.
      if (event !== undefined) this.#hasNews = true;
      return event;
    } catch (error) {
      // The client comes again with its last id, and hears with a status what is wrong.
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
