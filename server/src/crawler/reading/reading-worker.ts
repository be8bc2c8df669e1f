// The program of a reader thread: reads one document or page after the other. It loads the formats and hardly anything else.
import { parentPort } from 'node:worker_threads';
import { readFeed } from '../../formats/read-feed.ts';
import { giveWay, giving } from '../give-way.ts';
import type { ReadingOrder } from './reading.ts';

const port = parentPort;
if (!port) throw new Error('This program runs in a thread of the reading pool only');

giveWay(giving.reader);
port.on('message', async ({ task, bytes, from }: ReadingOrder) => {
  if (task === 'feed') return port.postMessage(readFeed(bytes, from));
  // Loaded on demand: it is four times as much code, and hardly ever needed.
  const { readArticle } = await import('../../formats/read-article.ts');
  port.postMessage(readArticle(bytes, from));
});
