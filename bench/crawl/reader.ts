// A program: an app that reads and marks at a steady pace, and reports how long each answer took.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { signInApp } from '../../server/test/sign-in.ts';
import { type Answer, type Connection, openConnection, requestOf } from '../whole/connection.ts';
import type { Call } from './app.ts';
import { reader } from './seed.ts';

const { values } = parseArgs({
  options: { url: { type: 'string', default: '' } },
});
/** Fifty calls a second: some dozens of people who read at the same time. */
const EVERY_MS = 20;
/** One of five calls marks ten items, the others list twenty. */
const MARKS_EVERY = 5;
const ITEMS_MARKED = 10;
/** One of this many lists is parsed, for ids to mark: apps do so on their own machines, and their garbage is not the service's. */
const READ_EVERY = 50;

const { accessToken } = await signInApp({ baseUrl: values.url, ...reader });
const headers = { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'gzip' };
let newest: number[] = [];
/** Connections without a request under way. */
const free: Connection[] = [];
const calls: Call[] = [];
const waiting: Promise<void>[] = [];
process.stdout.write('"ready"\n');

let isOver = false;
process.stdin.once('end', () => {
  isOver = true;
});
process.stdin.resume();
const startedAt = now();
for (let number = 0; !isOver; number++) {
  const due = startedAt + number * EVERY_MS;
  await pause(Math.max(0, due - now()));
  waiting.push(call(number, due));
}
await Promise.all(waiting);
for (const connection of free) connection.close();
process.stdout.write(`${JSON.stringify(calls)}\n`);

/**
 * Measured from when the call was due to the last byte of its answer: a call that waits for the one before it has waited too. What an
 * app then does with the bytes is its own business.
 */
async function call(number: number, due: number): Promise<void> {
  const marks = number % MARKS_EVERY === 0 && newest.length > 0;
  const word = (number / MARKS_EVERY) % 2 === 0 ? 'read' : 'unread';
  const path = marks ? `items/${word}?ids=${newest.slice(0, ITEMS_MARKED).join(',')}` : 'items?limit=20';
  const connection = free.pop() ?? (await openConnection(values.url));
  const method = marks ? 'POST' : 'GET';
  const answer = await connection.ask(requestOf(values.url, `/api/v1/${path}`, { method, headers }));
  calls.push({ at: due, what: marks ? 'mark' : 'list', ms: now() - due });
  if (answer.status >= 300) throw new Error(`Cannot measure: the service answers ${answer.status}`);
  if (!marks && (newest.length === 0 || number % READ_EVERY === 1)) newest = idsIn(answer);
  free.push(connection);
}

function idsIn({ headers, body }: Answer): number[] {
  const isPacked = headers.some((field) => field.toLowerCase() === 'content-encoding');
  const text = isPacked ? gunzipSync(body) : body;
  return (JSON.parse(text.toString()) as { id: number }[]).map(({ id }) => id);
}

/** Unix time in milliseconds, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
