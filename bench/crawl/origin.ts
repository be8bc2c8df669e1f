// A program: the web of the bench. Serves the new document on every loopback address of one port, and 304 to clients that have it.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { documentOf, etags } from './documents.ts';

const END = '\r\n\r\n';
const validators = `ETag: ${etags.new}\r\nLast-Modified: Thu, 01 Oct 2026 12:00:00 GMT\r\n`;
const body = gzipSync(documentOf('new'));
const whole = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Encoding: gzip\r\n${validators}Content-Length: ${body.length}${END}`,
  ),
  body,
]);
const unchanged = Buffer.from(`HTTP/1.1 304 Not Modified\r\n${validators.trimEnd()}${END}`);

// Not node:http: the client is what is measured, so the server does as little as possible.
const server = createServer({ noDelay: true }, answer);
server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 });
await once(server, 'listening');
process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);

function answer(socket: Socket): void {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: string) => {
    text += piece;
    for (let end = text.indexOf(END); end >= 0; end = text.indexOf(END)) {
      const known = /^if-none-match: (.*)$/im.exec(text.slice(0, end + 1))?.[1]?.trim();
      socket.write(known === etags.new ? unchanged : whole);
      text = text.slice(end + END.length);
    }
  });
}
