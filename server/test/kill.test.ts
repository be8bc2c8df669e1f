// The process is killed in the middle of its work, many times: what it had acknowledged is there when it comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { addUsers } from './accounts.ts';
import { temporaryInstance } from './environment.ts';
import { startOrigin } from './feed-origin.ts';
import { startCourant } from './process.ts';
import { signInApp } from './sign-in.ts';

const ROUNDS = 5;
const POSTS = 120;

test('kill -9 during writes loses nothing that was acknowledged', { timeout: 600_000 }, async (t) => {
  const origin = await startOrigin(t, () => POSTS);
  const environment = await temporaryInstance(t, {
    COURANT_FETCH_ALLOW: origin.hostAndPort,
    COURANT_RATE_LIMITS: 'off',
  });
  await addUsers(environment, { name: 'ines', password: 'a long password' });

  const acknowledged: Acknowledged = { groups: new Set(), read: new Map() };
  for (let round = 0; round < ROUNDS; round++) {
    const courant = await startCourant(t, environment);
    const { client } = await signInApp({ baseUrl: courant.url, name: 'ines', password: 'a long password' });
    if (round === 0) await client.feeds.create({ feedUrl: origin.url });
    await verify(client, acknowledged);
    const ids = (await Array.fromAsync(client.items.all({ limit: 200 }))).map((item) => item.id);
    assert.equal(ids.length, POSTS);
    // Killed after a number of answers, while more calls are under way: the moment differs from round to round.
    await writeUntil(5 + ((round * 13) % 40), { client, ids, acknowledged, round, kill: courant.kill });
  }
  const courant = await startCourant(t, environment);
  const { client } = await signInApp({ baseUrl: courant.url, name: 'ines', password: 'a long password' });
  await verify(client, acknowledged);
  assert.equal(await courant.stop(), 0);
});

interface Acknowledged {
  groups: Set<string>;
  /** Item → the status last acknowledged; undefined while a call about it was cut off. */
  read: Map<number, boolean | undefined>;
}

interface Writing {
  client: Client;
  ids: readonly number[];
  acknowledged: Acknowledged;
  round: number;
  kill(): Promise<void>;
}

/** Four writers at once, until `answers` calls were answered; then the process is killed. */
async function writeUntil(
  answers: number,
  { client, ids, acknowledged, round, kill }: Writing,
): Promise<void> {
  let answered = 0;
  let killed: Promise<void> | undefined;
  const count = (): void => {
    if (++answered >= answers) killed ??= kill();
  };
  const writer = async (number: number): Promise<void> => {
    for (let step = 0; killed === undefined; step++) {
      const id = ids[(step * 4 + number) % ids.length] ?? 0;
      const read = (step + round) % 2 === 0;
      acknowledged.read.set(id, undefined);
      await (read ? client.items.markRead(id) : client.items.markUnread(id));
      acknowledged.read.set(id, read);
      count();
      const title = `Round ${round}, writer ${number}, step ${step}`;
      await client.groups.create({ title });
      acknowledged.groups.add(title);
      count();
    }
  };
  // A writer ends when the kill makes its call fail.
  await Promise.allSettled([0, 1, 2, 3].map(writer));
  await killed;
}

async function verify(client: Client, { groups, read }: Acknowledged): Promise<void> {
  const titles = new Set((await client.groups.list()).map((group) => group.title));
  for (const title of groups) assert.ok(titles.has(title), `${title} was acknowledged and is gone`);
  for await (const item of client.items.all({ limit: 200 })) {
    const status = read.get(item.id);
    if (status !== undefined)
      assert.equal(item.read, status, `the status of item ${item.id} was acknowledged`);
  }
}
