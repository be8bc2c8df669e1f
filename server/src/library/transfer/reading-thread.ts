// The program of a thread that reads one document and returns its portions on request.
import { parentPort } from 'node:worker_threads';
import { type Portion, portionsOf } from './portions.ts';

const port = parentPort;
if (!port) throw new Error('This program runs in a thread of the library only');

let portions: Generator<Portion> | undefined;
port.on('message', (message: Uint8Array | 'next') => {
  if (message !== 'next') portions = portionsOf(message);
  port.postMessage(portions?.next().value);
});
