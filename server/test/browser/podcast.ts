// A podcast whose episodes can be played, on a loopback port, and the player that plays them.
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';

export const player = "document.querySelector('.player video')";
/** The position in seconds. */
export const whereItIs = `${player}.currentTime`;

/** Long enough not to end before a slow test presses a button. */
export const lengthSeconds = 600;

export interface Podcast {
  /** Of the site, without a final slash: its feed is `/feed.xml`, and its files are `/1.wav` and so on. */
  url: string;
  /** Follows the addresses of the files, such as a signature. */
  signature: string;
  /** Of the files only the first so many bytes are there: an answer stops after them, and what begins later is refused. */
  least: number;
  /** Whether a file can be requested in parts: browsers seek only in such files. */
  inParts: boolean;
}

/** Serves a feed with episodes of silence. What is changed in it counts for the next request. */
export async function startPodcast(t: TestContext, episodes = 1): Promise<Podcast> {
  const { url } = await startSite(t, (request, response) => {
    if (request.url !== '/feed.xml') return send(request.headers.range, response, podcast);
    const items = Array.from({ length: episodes }, (_, index) => {
      const file = `http://${request.headers.host}/${index + 1}.wav${podcast.signature}`;
      return `<item><guid>${index + 1}</guid><title>Episode ${index + 1}</title>
        <description>Silence</description><enclosure url="${file}" type="audio/wav"/></item>`;
    });
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Pod</title>${items.join('')}</channel></rss>`);
  });
  const podcast: Podcast = { url, signature: '', least: silence.length, inParts: true };
  return podcast;
}

/** Opens an item and plays its file. */
export async function play(page: Page, { id, name }: { id: number; name: string }): Promise<void> {
  await page.goto(`/items/${id}`);
  await playHere(page, name);
}

/** Plays a file of the item that is open. */
export async function playHere(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Play: ${name}` }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await untilPlaying(page);
}

/** Waits until sound comes out of the player. */
export async function untilPlaying(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    // From one look to the next: it may be sent elsewhere in between.
    const look = (before) => {
      const { currentTime: now, seeking, readyState } = ${player};
      if (now > before && !seeking && readyState > 1) resolve();
      else setTimeout(look, 50, now);
    };
    look(Infinity);
  })`);
}

function send(range: string | undefined, response: ServerResponse, { least, inParts }: Podcast): void {
  const from = inParts ? Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0) : 0;
  if (from >= least) return void response.writeHead(403).end();
  response.writeHead(inParts ? 206 : 200, {
    'Content-Type': 'audio/wav',
    'Content-Length': silence.length - from,
    ...(inParts && {
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes ${from}-${silence.length - 1}/${silence.length}`,
    }),
  });
  response.write(silence.subarray(from, least));
  if (least === silence.length) response.end();
}

const silence = wav(lengthSeconds, 4_000);

/** A WAV file with `rate` samples of eight bits per second. */
function wav(seconds: number, rate: number): Buffer {
  const data = Buffer.alloc(seconds * rate, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
