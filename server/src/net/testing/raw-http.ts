// For tests only: an origin that hands over the raw bytes of each request, and answers byte for byte as it is told.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RawRequest {
  /** `GET /path`. */
  line: string;
  path: string;
  /** `name: value` as received, latin1. */
  headerLines: string[];
  header(name: string): string | undefined;
  body: string;
  /** Which connection it came over, counting from 1. */
  connection: number;
  socket: Socket;
}

export interface RawOrigin extends AsyncDisposable {
  port: number;
  url(path: string): string;
  requests: RawRequest[];
  connections(): number;
}

type Play = (request: RawRequest) => void;

/** Listens on 127.0.0.1 by default, on a port that the system chooses. */
export async function openRawOrigin(play: Play, address = '127.0.0.1'): Promise<RawOrigin> {
  const sockets = new Set<Socket>();
  const requests: RawRequest[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients are expected to cut connections here.
    socket.on('error', () => {});
    readRequests(socket, connections, (request) => {
      requests.push(request);
      play(request);
    });
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    url: (path) => `http://${address.includes(':') ? `[${address}]` : address}:${port}${path}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A complete answer with its Content-Length; header lines are written as latin1. */
export function say(
  socket: Socket,
  status: string,
  headerLines: string[] = [],
  body: string | Uint8Array = '',
): void {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, ...headerLines, `Content-Length: ${bytes.length}`, '', ''];
  socket.write(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]));
}

function readRequests(socket: Socket, connection: number, take: (request: RawRequest) => void): void {
  let pending = '';
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1');
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      if (end === -1) return;
      const [line = '', ...headerLines] = pending.slice(0, end).split('\r\n');
      const header = (name: string): string | undefined => findHeader(headerLines, name);
      const length = Number(header('content-length') ?? 0);
      if (pending.length < end + 4 + length) return;
      const body = pending.slice(end + 4, end + 4 + length);
      pending = pending.slice(end + 4 + length);
      const [method = '', path = ''] = line.split(' ');
      take({ line: `${method} ${path}`, path, headerLines, header, body, connection, socket });
    }
  });
}

function findHeader(headerLines: string[], name: string): string | undefined {
  const found = headerLines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return found?.slice(name.length + 1).replace(/^ /, '');
}
