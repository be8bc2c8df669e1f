// For tests only: an origin with one fault for each path, as they occur on the web.

import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { openRawOrigin, type RawOrigin, type RawRequest, say } from './raw-http.ts';

export const wholeFeed = `<?xml version="1.0"?><rss><channel>${'<item>post</item>'.repeat(500)}</channel></rss>`;

export function openHostileOrigin(): Promise<RawOrigin> {
  return openRawOrigin((request) =>
    playFault(request.path.slice(1).replace(/\?.*$/, ''), request, wholeFeed),
  );
}

/** Answers a request with a fault; `feed` is what the origin would give without it. An unknown name is a 404. */
export function playFault(name: string, { path, socket }: RawRequest, feed: string): void {
  const play = faults[name];
  if (play === undefined) say(socket, '404 Not Found');
  else play(socket, { feed, path });
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const noLength = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n';

interface Stage {
  /** The answer without the fault. */
  feed: string;
  /** The path that was requested. */
  path: string;
}

const faults: Record<string, (socket: Socket, stage: Stage) => void> = {
  fine: (socket, { feed }) => say(socket, '200 OK', ['ETag: "1"'], feed),

  'no-answer': () => {},
  'dripping-headers': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', () => 'X'),
  'dripping-body': (socket) => drip(socket, chunked, () => '1\r\nx\r\n'),
  'endless-103': (socket) => drip(socket, '', () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'stalling-body': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>'),

  'endless-chunks': (socket) => flood(socket, chunked, `8000\r\n${'x'.repeat(0x8000)}\r\n`),
  'endless-body': (socket) => flood(socket, noLength, 'x'.repeat(0x8000)),
  'endless-redirect-body': (socket) =>
    flood(
      socket,
      'HTTP/1.1 302 Found\r\nLocation: /fine\r\nTransfer-Encoding: chunked\r\n\r\n',
      `8000\r\n${'x'.repeat(0x8000)}\r\n`,
    ),
  'stalling-redirect-body': (socket) =>
    socket.write('HTTP/1.1 302 Found\r\nLocation: /fine\r\nContent-Length: 100\r\n\r\nsee'),
  'huge-length': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n<rss>'),

  'gzip-bomb': (socket) => say(socket, '200 OK', ['Content-Encoding: gzip'], gzipBomb),
  'brotli-bomb': (socket) => say(socket, '200 OK', ['Content-Encoding: br'], brotliBomb),
  'double-gzip-bomb': (socket) => say(socket, '200 OK', ['Content-Encoding: gzip, gzip'], gzipSync(gzipBomb)),
  'fifty-encodings': (socket) =>
    say(socket, '200 OK', [`Content-Encoding: ${new Array(50).fill('gzip').join(', ')}`], gzipSync('x')),
  'unknown-encoding': (socket) => say(socket, '200 OK', ['Content-Encoding: rot13'], 'x'),
  'whole-gzip': (socket, { feed }) => say(socket, '200 OK', gzip, gzipSync(feed)),
  'truncated-gzip': (socket, { feed }) => say(socket, '200 OK', gzip, gzipSync(feed).subarray(0, -30)),
  'plain-as-gzip': (socket, { feed }) => say(socket, '200 OK', gzip, feed),
  'junk-after-gzip': (socket, { feed }) =>
    say(socket, '200 OK', gzip, Buffer.concat([gzipSync(feed), Buffer.from('\n\n')])),

  'redirect-to-self': (socket, { path }) => say(socket, '302 Found', [`Location: ${path}`]),
  'redirect-loop': (socket, { path }) =>
    say(socket, '302 Found', [`Location: ${path.endsWith('?again') ? path.slice(0, -6) : `${path}?again`}`]),
  'redirect-for-ever': (socket, { path }) => say(socket, '302 Found', [`Location: ${path}?again`]),
  'redirect-nowhere': (socket) => say(socket, '302 Found'),
  'redirect-to-nothing': (socket) => say(socket, '302 Found', ['Location:']),
  'redirect-to-nonsense': (socket) => say(socket, '302 Found', ['Location: http://[']),
  'redirect-to-file': (socket) => say(socket, '302 Found', ['Location: file:///etc/passwd']),
  'redirect-to-ftp': (socket) => say(socket, '302 Found', ['Location: ftp://example.org/']),
  'redirect-to-metadata': (socket) =>
    say(socket, '302 Found', ['Location: http://169.254.169.254/latest/meta-data/']),
  'redirect-to-home': (socket) => say(socket, '302 Found', ['Location: http://192.168.1.1/']),

  'long-header': (socket, { feed }) => say(socket, '200 OK', [`X-Long: ${'x'.repeat(30_000)}`], feed),
  'huge-header': (socket) => say(socket, '200 OK', [`X-Huge: ${'x'.repeat(1_000_000)}`]),
  'many-headers': (socket) =>
    say(
      socket,
      '200 OK',
      Array.from({ length: 5000 }, (_, n) => `X-${n}: ${n}`),
    ),

  'length-too-long': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>'),
  'chunk-end-missing': (socket) => socket.end(`${chunked}5\r\n<rss>\r\n`),
  'length-too-short': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<rss>'),

  'half-length': (socket, { feed }) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${feed.length >> 1}\r\n\r\n${feed}`),

  'length-and-chunks': (socket) =>
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<rss>\r\n0\r\n\r\n',
    ),
  'two-lengths': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n<rss>'),
  'negative-length': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n<rss>'),
  'nul-in-header': (socket) => socket.write('HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n'),
  'line-feeds-only': (socket) => socket.end('HTTP/1.1 200 OK\nContent-Length: 5\n\n<rss>'),
  'http-0.9': (socket) => socket.end('<rss>'),
  'bad-status': (socket) => socket.write('HTTP/1.1 OK fine\r\n\r\n'),
  'ssh-banner': (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  'unasked-upgrade': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),

  'reset-at-once': (socket) => socket.resetAndDestroy(),
  'reset-in-body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>', () => socket.resetAndDestroy());
  },
  'closed-at-once': (socket) => socket.end(),

  'nothing-200': (socket) => say(socket, '200 OK'),
  'nothing-204': (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  'nothing-packed': (socket) => say(socket, '200 OK', gzip),
  'part-206': (socket) => say(socket, '206 Partial Content', ['Content-Range: bytes 0-4/100'], '<rss>'),
  'too-many-cut-short': (socket) =>
    socket.end(`HTTP/1.1 429 Too Many Requests\r\n${tomorrow}\r\nContent-Length: 500\r\n\r\nslow down`),
  'too-many-reset': (socket) => {
    const head = `HTTP/1.1 429 Too Many Requests\r\n${tomorrow}\r\nContent-Length: 500\r\n\r\n`;
    socket.write(head, () => socket.resetAndDestroy());
  },
  'too-many-huge': (socket) =>
    socket.write(`HTTP/1.1 429 Too Many Requests\r\n${tomorrow}\r\nContent-Length: 99999999999\r\n\r\n`),
  'too-many-zstd': (socket) =>
    say(socket, '429 Too Many Requests', [tomorrow, 'Content-Encoding: zstd'], 'abcd'),
  'busy-dripping': (socket) =>
    drip(
      socket,
      `HTTP/1.1 503 Busy\r\n${tomorrow}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      () => '1\r\nx\r\n',
    ),
  'busy-stalling': (socket) =>
    socket.write(`HTTP/1.1 503 Busy\r\n${tomorrow}\r\nContent-Length: 100\r\n\r\nslow`),
  'busy-plain-as-br': (socket) => say(socket, '503 Busy', [tomorrow, 'Content-Encoding: br'], 'slow down'),
  'busy-bomb': (socket) => say(socket, '503 Busy', [tomorrow, ...gzip], gzipBomb),
  'gone-cut-short': (socket) => socket.end('HTTP/1.1 410 Gone\r\nContent-Length: 500\r\n\r\ngone'),
  'gone-as-utf-8': (socket) => say(socket, '410 Gone', ['Content-Encoding: utf-8'], 'gone'),
  'odd-304': (socket) =>
    socket.write(
      'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nContent-Encoding: zstd\r\nContent-Length: 20000000\r\n\r\n',
    ),

  'unasked-304': (socket) => socket.write('HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'),
  'challenge-403': (socket) => say(socket, '403 Forbidden', ['cf-mitigated: challenge'], '<!doctype html>'),
};

const gzip = ['Content-Encoding: gzip'];
const tomorrow = 'Retry-After: 86400';

// A block flushed at a byte boundary can be repeated: a gigabyte of zeros that nothing has to compress.
const gzipPiece = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
const gzipBomb = Buffer.concat([gzipSync('').subarray(0, 10), ...new Array<Buffer>(1024).fill(gzipPiece)]);
// Quality 1 is quick; 128 MiB in 24 KB prove as much as a gigabyte in 809 bytes.
const brotliBomb = brotliCompressSync(Buffer.alloc(128 << 20), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
});

function drip(socket: Socket, opening: string, drop: () => string): void {
  socket.write(opening);
  const timer = setInterval(() => socket.write(drop()), 20);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket, opening: string, wave: string): void {
  const pour = (): void => {
    while (!socket.destroyed && socket.write(wave));
  };
  socket.write(opening);
  socket.on('drain', pour);
  pour();
}
