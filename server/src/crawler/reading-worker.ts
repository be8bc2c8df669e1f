// The program of a reader's thread: reads one document after the other. It knows formats and nothing else of the house.
import { parentPort } from 'node:worker_threads';
import { readFeed } from '../formats/read-feed.ts';
import { giveWay } from './give-way.ts';

const port = parentPort;
if (!port) throw new Error('This program runs in a thread of the reading pool only');

giveWay();
port.on('message', ({ bytes, from }: { bytes: Uint8Array; from: { url: string; contentType?: string } }) => {
  port.postMessage(readFeed(bytes, from));
});
