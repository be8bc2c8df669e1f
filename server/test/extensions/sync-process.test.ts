// app.courant.sync of the real program: the state of a copy survives kill -9, and little goes over the wire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, Cut } from '@courant/client';
import { openConnection } from '../../src/http/testing/raw-connection.ts';
import { addUsers } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { startOrigin } from '../feed-origin.ts';
import { startCourant } from '../process.ts';
import { signInApp } from '../sign-in.ts';
import { beginCopy, type Copy, download } from './copy.ts';

const ROUNDS = 3;
const POSTS = 90;
const somebody = { name: 'ines', password: 'a long password' };

test('a copy goes on from its cursor after kill -9, and misses nothing', { timeout: 600_000 }, async (t) => {
  const origin = await startOrigin(t, () => POSTS);
  const environment = await newInstance(t, { COURANT_FETCH_ALLOW: origin.hostAndPort });
  let copy: Copy | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const courant = await startCourant(t, environment);
    const { client } = await signInApp({ baseUrl: courant.url, ...somebody });
    if (round === 0) await client.feeds.create({ feedUrl: origin.url });
    // The same copy as before: its cursor comes from a process that is dead.
    copy = copy?.with(client) ?? (await beginCopy(client, { limit: 20 }));
    await copy.catchUp(7);
    assert.deepEqual(copy.stock(), await download(client));
    // Killed after a number of answers, while more calls are under way: the moment differs from round to round.
    await workUntil(5 + ((round * 13) % 30), { client, copy, round, kill: courant.kill });
  }
  const courant = await startCourant(t, environment);
  const { client } = await signInApp({ baseUrl: courant.url, ...somebody });
  copy = copy?.with(client);
  await copy?.catchUp(7);
  assert.deepEqual(copy?.stock(), await download(client));
  assert.equal(await courant.stop(), 0);
});

test('asking when nothing has happened costs less than 1 kB, and a stream wakes over a real socket and ends in good order when the program is stopped', {
  timeout: 600_000,
}, async (t) => {
  const origin = await startOrigin(t, () => POSTS);
  const courant = await startCourant(t, await newInstance(t, { COURANT_FETCH_ALLOW: origin.hostAndPort }));
  const { client, accessToken } = await signInApp({ baseUrl: courant.url, ...somebody });
  await askOnTheWire(courant.url, accessToken, (await client.sync.changes()).cursor);
  const copy = await beginCopy(client, { limit: 20 });
  const left = client.sync.events();
  await left.next();
  await left.return();
  const cuts: Cut[] = [];
  const ends = new AbortController();
  const onCut = (cut: Cut): void => {
    cuts.push(cut);
    ends.abort();
  };
  const events = client.sync.events({ since: copy.cursor }, { signal: ends.signal, onCut });
  const first = events.next();
  await client.feeds.create({ feedUrl: origin.url });
  copy.take((await first).value ?? assert.fail('it ended'));
  while (copy.stock().items.length < POSTS) copy.take((await events.next()).value ?? assert.fail('it ended'));
  assert.deepEqual(copy.stock(), await download(client));
  const [, code] = await Promise.all([assert.rejects(events.next()), courant.stop()]);
  // Not an error: the stream has ended properly, and so has the process.
  assert.deepEqual([cuts, code], [[{ pauseMs: 1_000 }], 0]);
});

/** Asks what has happened since; the question and its answer take less than 1 kB, headers and all. */
async function askOnTheWire(baseUrl: string, accessToken: string, cursor: string): Promise<void> {
  const connection = await openConnection(Number(new URL(baseUrl).port));
  const request = [
    `GET /api/app.courant.sync/v1/changes?since=${cursor} HTTP/1.1`,
    `Host: ${new URL(baseUrl).host}`,
    `Authorization: Bearer ${accessToken}`,
    'Accept: application/json',
    '\r\n',
  ].join('\r\n');
  connection.send(request);
  const answer = await connection.received(/"more":false\}/);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.ok(request.length + answer.length < 1_000, `${request.length} + ${answer.length} bytes`);
  connection.cut();
}

async function newInstance(
  t: Parameters<typeof temporaryInstance>[0],
  more: Readonly<Record<string, string>> = {},
): Promise<ReturnType<typeof temporaryInstance>> {
  const environment = await temporaryInstance(t, { COURANT_RATE_LIMITS: 'off', ...more });
  await addUsers(environment, somebody);
  return environment;
}

interface Working {
  client: Client;
  copy: Copy;
  round: number;
  kill(): Promise<void>;
}

/** Four writers and the copy at once, until `answers` calls were answered; then the process is killed. */
async function workUntil(answers: number, { client, copy, round, kill }: Working): Promise<void> {
  const ids = copy.stock().items.map((item) => item.id);
  let answered = 0;
  let killed: Promise<void> | undefined;
  const count = (): void => {
    if (++answered >= answers) killed ??= kill();
  };
  const writer = async (number: number): Promise<void> => {
    for (let step = 0; killed === undefined; step++) {
      const some = ids.filter((id) => (id + step) % 7 === number);
      await (step % 2 === round % 2 ? client.items.markManyRead(some) : client.items.markManyUnread(some));
      count();
      await client.groups.create({ title: `Round ${round}, writer ${number}, step ${step}` });
      count();
    }
  };
  const undoer = async (): Promise<void> => {
    while (killed === undefined) {
      const { entry_id: entry } = await client.bulk.markRead({ upTo: Math.max(...ids) });
      count();
      if (entry !== undefined) await client.journal.undo(entry);
      count();
    }
  };
  const follower = async (): Promise<void> => {
    while (killed === undefined) await copy.step(5);
  };
  // Each ends when the kill makes its call fail.
  await Promise.allSettled([writer(0), writer(1), writer(2), undoer(), follower()]);
  await killed;
}
