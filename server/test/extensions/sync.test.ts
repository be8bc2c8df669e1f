// app.courant.sync against a full download: whatever many do at once, a follower ends up with the current state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CourantError } from '@courant/client';
import fc from 'fast-check';
import { testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';
import { beginCopy, type Copy, download } from './copy.ts';
import { act, openWorld, type Person, type Round, round, type World } from './doings.ts';

/** Requests of one follower: on PostgreSQL the fake clock stands still while the database is busy. */
const STEPS_IN_ONE_ROUND = 12;
/** Turns of the event loop between two requests of one follower: a round takes a few hundred. */
const TURNS_BETWEEN = 10;

test('whoever follows the changes has what a full download gives, whatever others do meanwhile', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      run += 1;
      const world = await openWorld(house, { run, follows: 2 });
      for (const { client, copies } of world.people) copies.push(await beginCopy(client, { limit: 1_000 }));
      for (const each of rounds) await live(world, each);
      for (const person of world.people) {
        for (const copy of person.copies) await compare(person, copy);
      }
    }),
    propertyRuns(23, 12),
  );
});

/** Everything of a round at once, with followers that poll meanwhile, and one that begins in the middle. */
async function live(world: World, { doings, limits, begins }: Round): Promise<void> {
  let isOver = false;
  const writers = Promise.all(
    doings.map(([who, each]) => act(world, world.people[who === 0 ? 0 : 1], each).catch(tolerate)),
  ).finally(() => {
    isOver = true;
  });
  const followers = world.people.flatMap(({ copies }) =>
    copies.map(async (copy, index) => {
      for (let steps = 0; steps < STEPS_IN_ONE_ROUND && !isOver; steps++) {
        await copy.step(limits[index % limits.length] ?? 1);
        // Polling without a pause would take time from those who make the changes.
        for (let turn = 0; turn < TURNS_BETWEEN; turn++)
          await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const beginners = world.people.map(async ({ client, copies }) => {
    if (!begins) return;
    const between = () => new Promise<void>((resolve) => setImmediate(resolve));
    copies.push(await beginCopy(client, { limit: 1 + (limits[0] ?? 0), between }));
  });
  await Promise.all([writers, ...followers, ...beginners]);
  for (const person of world.people) await compare(person, person.copies[0]);
}

async function compare({ client }: Person, copy: Copy | undefined): Promise<void> {
  await copy?.catchUp(50);
  assert.deepEqual(copy?.stock(), await download(client));
}

/** Refusals are expected for what somebody else has just removed, or for a title that they have taken. */
function tolerate(error: unknown): void {
  if (!(error instanceof CourantError) || ![404, 409, 422].includes(error.status)) throw error;
}
