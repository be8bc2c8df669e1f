// The least of an HTTP client: one kept connection, one request at a time. What measures must cost less than what is measured.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** As they came, name and value in turn. */
  headers: string[];
  body: Buffer;
}

export interface Connection {
  /** Sends a whole request as text and waits for the last byte of its answer. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return { ask: asker(socket), close: () => socket.destroy() };
}

export interface RequestOptions {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** A form, in ASCII. */
  body?: string;
}

/** A request as an app sends it. */
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

function asker(socket: Socket): Connection['ask'] {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let chunks: Buffer[] = [];
  let head: Omit<Answer, 'body'> | undefined;
  let missing = 0;
  const fail = (error?: Error): void => waiting?.reject(error ?? new Error('The connection was closed'));
  socket.on('error', fail).on('close', () => fail());
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    missing -= chunk.length;
    if (!head) {
      const text = Buffer.concat(chunks).toString('latin1');
      const end = text.indexOf(HEAD_END);
      if (end < 0) return;
      head = headOf(text.slice(0, end));
      missing = end + HEAD_END.length + lengthOf(head) - text.length;
    }
    if (missing > 0) return;
    const { status, headers } = head;
    // Joined only by whoever looks at it: most answers are only counted.
    const parts = chunks;
    chunks = [];
    head = undefined;
    waiting?.resolve({
      status,
      headers,
      get body() {
        const all = Buffer.concat(parts);
        return all.subarray(all.indexOf(HEAD_END) + HEAD_END.length);
      },
    });
  });
  return (request) => {
    waiting = Promise.withResolvers();
    socket.write(request, 'latin1');
    return waiting.promise;
  };
}

function headOf(text: string): Omit<Answer, 'body'> {
  const [line = '', ...fields] = text.split('\r\n');
  const headers = fields.flatMap((field) => {
    const colon = field.indexOf(': ');
    return [field.slice(0, colon), field.slice(colon + 2)];
  });
  return { status: Number(line.split(' ')[1]), headers };
}

function lengthOf({ status, headers }: Omit<Answer, 'body'>): number {
  if (status === 304 || status === 204) return 0;
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length');
  if (at < 0) throw new Error('Cannot measure: an answer does not say how long it is');
  return Number(headers[at + 1]);
}
