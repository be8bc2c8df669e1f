// The program of a reader thread: reads one document or page after the other. It loads the formats and hardly anything else.
import { parentPort } from 'node:worker_threads';
import { readFeed } from '../../formats/read-feed.ts';
import { giveWay, giving } from '../give-way.ts';
import type { ReadingOrder } from './reading.ts';

const port = parentPort;
if (!port) throw new Error('This program runs in a thread of the reading pool only');

giveWay(giving.reader);
port.on('message', async ({ task, bytes, from }: ReadingOrder) => {
  // Loaded on demand: it is four times as much code, and hardly ever needed.
  const readArticle = task === 'article' && (await import('../../formats/read-article.ts')).readArticle;
  // If there was no file descriptor to load it with, the document is not to blame.
  port.postMessage('begun');
  port.postMessage(readArticle ? readArticle(bytes, from) : readFeed(bytes, from));
});
