// A minimal HTTP client: one connection that is kept, one request at a time. Measuring must cost less than what is measured; above all it
// must leave no garbage, because its threads would collect that while the server works: the server would then wait for a processor,
// and seem slow.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Answer {
  status: number;
  /** As received, name and value in turn. */
  headers: string[];
  /** A view of the connection's buffer: the next answer overwrites it. */
  body: Buffer;
}

export interface Connection {
  /** Sends a complete request as text, and waits for the last byte of its answer. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
/** How much is read at once, and the initial size of the buffer for an answer. */
const READ_BYTES = 64 * 1_024;

/** The server closes a connection after a minute without requests: the next request opens another. */
export async function openConnection(url: string): Promise<Connection> {
  let line = await openLine(url);
  const askAnew = async (request: string): Promise<Answer> => {
    line = await openLine(url);
    return line.ask(request);
  };
  return {
    ask: (request) => (line.isOpen() ? line.ask(request) : askAnew(request)),
    close: () => line.close(),
  };
}

async function openLine(url: string): Promise<Connection & { isOpen(): boolean }> {
  const { hostname, port } = new URL(url);
  const incoming = new Incoming();
  const socket = connect({
    ...{ host: hostname, port: Number(port), noDelay: true },
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(bytes, from) {
        incoming.take(from as Buffer, bytes);
        return true;
      },
    },
  });
  socket.on('error', (error) => incoming.fail(error));
  socket.on('close', () => incoming.fail(new Error('The connection was closed')));
  await once(socket, 'connect');
  return {
    ask(request) {
      const answer = incoming.next();
      socket.write(request, 'latin1');
      return answer;
    },
    isOpen: () => socket.readyState === 'open',
    close: () => socket.destroy(),
  };
}

interface RequestOptions {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** A form, in ASCII. */
  body?: string;
}

/** A request in the form that an app sends. */
export function requestOf(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body = '' }: RequestOptions = {},
): string {
  const form = body === '' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const length = method === 'POST' ? { 'Content-Length': String(body.length) } : {};
  const fields = { Host: new URL(url).host, ...form, ...length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** What arrives over a connection, all in one buffer. */
class Incoming {
  #waiting: PromiseWithResolvers<Answer> | undefined;
  #memory = Buffer.allocUnsafeSlow(READ_BYTES);
  #length = 0;
  /** The head of the current answer, once it has arrived. */
  #head: string | undefined;
  #end = 0;

  next(): Promise<Answer> {
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  fail(error: Error): void {
    this.#waiting?.reject(error);
  }

  take(from: Buffer, bytes: number): void {
    this.#makeRoom(this.#length + bytes);
    from.copy(this.#memory, this.#length, 0, bytes);
    this.#length += bytes;
    if (this.#head === undefined) {
      const end = this.#memory.subarray(0, this.#length).indexOf(HEAD_END);
      if (end < 0) return;
      this.#head = this.#memory.toString('latin1', 0, end);
      this.#end = end + HEAD_END.length + lengthOf(this.#head);
    }
    if (this.#length >= this.#end) this.#tell(this.#head);
  }

  #tell(head: string): void {
    const body = this.#memory.subarray(head.length + HEAD_END.length, this.#end);
    this.#head = undefined;
    this.#length = 0;
    this.#waiting?.resolve({
      status: statusOf(head),
      // Parsed on demand: most answers are only counted.
      get headers() {
        return headersOf(head);
      },
      body,
    });
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#memory.length));
    this.#memory.copy(larger, 0, 0, this.#length);
    this.#memory = larger;
  }
}

function statusOf(head: string): number {
  return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}

function headersOf(head: string): string[] {
  return head
    .split('\r\n')
    .slice(1)
    .flatMap((field) => {
      const colon = field.indexOf(': ');
      return [field.slice(0, colon), field.slice(colon + 2)];
    });
}

function lengthOf(head: string): number {
  if ([304, 204].includes(statusOf(head))) return 0;
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  if (length === undefined) throw new Error('Cannot measure: an answer does not say how long it is');
  return Number(length);
}
