// An answer whose body is at hand whole: the listener sends it as it is, where fetch's Response makes a stream of it and back.

export class WholeResponse extends Response {
  readonly whole: Uint8Array<ArrayBuffer>;

  constructor(whole: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(null, init);
    this.whole = whole;
  }
}

// To everybody else it is a Response like any other; its body is made where one is looked for.
const streamed = ({ whole }: WholeResponse): Response => new Response(whole);
Object.defineProperty(WholeResponse.prototype, 'body', {
  get(this: WholeResponse) {
    return streamed(this).body;
  },
});
for (const reader of ['text', 'json', 'arrayBuffer', 'bytes', 'blob'] as const) {
  Object.defineProperty(WholeResponse.prototype, reader, {
    value(this: WholeResponse) {
      return streamed(this)[reader]();
    },
  });
}
