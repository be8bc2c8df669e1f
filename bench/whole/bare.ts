// A program: the bare limit. A node:http server that sends the same bytes as the service did, and does nothing else.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** Headers that node:http adds by itself. */
const ADDED = /^(date|connection|keep-alive)$/i;

const { values } = parseArgs({ options: { answers: { type: 'string', default: '' } } });
const kept = JSON.parse(values.answers === '' ? '[]' : readFileSync(values.answers, 'utf8')) as {
  status: number;
  headers: string[];
  body: string;
}[];
const answers = kept.map(({ status, headers, body }) => ({
  status,
  headers: headers.filter((_, index) => !ADDED.test(headers[index - (index % 2)] ?? '')),
  body: body === '' ? undefined : Buffer.from(body, 'base64'),
}));

/** The path is the number of an answer (/0, /1 …), or says how many bytes to send: /bytes/60000 */
const server = createServer(({ url = '' }, response) => {
  const bytes = /^\/bytes\/(\d+)$/.exec(url)?.[1];
  const answer = bytes === undefined ? answers[Number(url.slice(1))] : filling(Number(bytes));
  response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body);
});
// A connection that waits for its turn must not be closed meanwhile.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});

/** Kept for the next request: the same size is requested hundreds of times. */
let filled = Buffer.alloc(0);

function filling(bytes: number) {
  if (filled.length !== bytes) filled = Buffer.alloc(bytes, ' ');
  return {
    status: 200,
    headers: ['Content-Type', 'application/json', 'Content-Length', String(bytes)],
    body: filled,
  };
}
