// The program of a reader's thread: reads one document or page after the other. It knows formats and nothing else of the house.
import { parentPort } from 'node:worker_threads';
import { readFeed } from '../formats/read-feed.ts';
import { giveWay, giving } from './give-way.ts';
import type { ReadingOrder } from './reading.ts';

const port = parentPort;
if (!port) throw new Error('This program runs in a thread of the reading pool only');

giveWay(giving.reader);
port.on('message', async ({ task, bytes, from }: ReadingOrder) => {
  if (task === 'feed') return port.postMessage(readFeed(bytes, from));
  // Four times as much to load, and hardly ever wanted.
  const { readArticle } = await import('../formats/read-article.ts');
  port.postMessage(readArticle(bytes, from));
});
