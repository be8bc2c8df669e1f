// A response whose body is complete or absent, as most are. Callers use it like fetch's Response; but the first of those loads a whole HTTP
// client with all its protocols (40 ms of a start, 13 MB), and each creates a stream for its body.
import { AnswerHeaders, type HeaderFields } from './answer-headers.ts';

interface WholeInit {
  status?: number;
  headers?: HeaderFields;
  goodUntil?: number | undefined;
}

export class WholeResponse implements Response {
  readonly whole: Uint8Array<ArrayBuffer> | null;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Until this time the same request gets the same answer if nothing is committed; undefined: the answer is not to be reused. */
  goodUntil: number | undefined;
  declare readonly statusText: '';
  declare readonly type: 'default';
  declare readonly url: '';
  declare readonly redirected: false;
  declare readonly bodyUsed: false;

  constructor(body: Uint8Array<ArrayBuffer> | string | null, init: WholeInit = {}) {
    const { status = 200, headers, goodUntil } = init;
    this.whole = typeof body === 'string' ? Buffer.from(body) : body;
    this.status = status;
    this.headers = new AnswerHeaders(headers);
    this.goodUntil = goodUntil;
  }

  static json(value: unknown, { status = 200, headers }: WholeInit = {}): WholeResponse {
    const response = new WholeResponse(JSON.stringify(value), { status, ...(headers && { headers }) });
    if (!response.headers.has('Content-Type')) response.headers.set('Content-Type', 'application/json');
    return response;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** A new stream each time: the bytes are kept. */
  get body(): Response['body'] {
    return this.#asFetchHasIt().body;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.whole ?? undefined);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(this.whole ?? []);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  blob(): Promise<Blob> {
    return this.#asFetchHasIt().blob();
  }

  formData(): Promise<FormData> {
    return this.#asFetchHasIt().formData();
  }

  clone(): WholeResponse {
    return new WholeResponse(this.whole, this);
  }

  /**
   * A copy to be kept. A short body lies in a pool that the runtime shares out in portions of 64 kB, and would hold a whole portion for as long
   * as it is kept: its bytes are copied to memory of their own.
   */
  toKeep(): WholeResponse {
    const { whole } = this;
    const isShared = whole !== null && whole.byteLength < whole.buffer.byteLength;
    return new WholeResponse(isShared ? new Uint8Array(whole) : whole, this);
  }

  #asFetchHasIt(): Response {
    return new Response(this.whole, { headers: [...this.headers] });
  }
}

// Identical for all, so they are on the prototype. Libraries recognise a Response of another implementation by its tag.
Object.assign(WholeResponse.prototype, {
  statusText: '',
  type: 'default',
  url: '',
  redirected: false,
  bodyUsed: false,
  [Symbol.toStringTag]: 'Response',
});
