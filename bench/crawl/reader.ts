// A program: an app that reads and marks at a steady pace, and says how long each answer took.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { signInApp } from '../../server/test/sign-in.ts';
import { reader } from './seed.ts';

const { values } = parseArgs({
  options: { url: { type: 'string', default: '' } },
});
/** Fifty calls a second: some dozens of people who read at the same time. */
const EVERY_MS = 20;
/** Of five calls one marks ten items, the others list twenty. */
const MARKS_EVERY = 5;
const ITEMS_MARKED = 10;

const { accessToken } = await signInApp({ baseUrl: values.url, ...reader });
const headers = { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'gzip' };
let newest: number[] = [];
const calls: { at: number; what: 'list' | 'mark'; ms: number }[] = [];
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
process.stdout.write(`${JSON.stringify(calls)}\n`);

/**
 * From when it was due until the last byte is there: a call that waits for the one before it has waited too; what an app then does with
 * the bytes is its own affair.
 */
async function call(number: number, due: number): Promise<void> {
  const marks = number % MARKS_EVERY === 0 && newest.length > 0;
  const word = (number / MARKS_EVERY) % 2 === 0 ? 'read' : 'unread';
  const path = marks ? `items/${word}?ids=${newest.slice(0, ITEMS_MARKED).join(',')}` : 'items?limit=20';
  const answer = await request(`${values.url}/api/v1/${path}`, { method: marks ? 'POST' : 'GET', headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  calls.push({ at: due, what: marks ? 'mark' : 'list', ms: now() - due });
  if (answer.statusCode >= 300) throw new Error(`Cannot measure: the service answers ${answer.statusCode}`);
  if (marks) return;
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  newest = (JSON.parse(text.toString()) as { id: number }[]).map(({ id }) => id);
}

/** The time of day with fractions of a millisecond. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
