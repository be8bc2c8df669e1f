// Lists of feeds whose texts are cached: whatever happens, and whoever reads meanwhile, they give the current state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CourantError } from '@courant/client';
import fc from 'fast-check';
import { presentFeed } from '../src/http/fervor/present.ts';
import { listFeeds, listFeedsOfGroup } from '../src/store/feeds/feeds.ts';
import { listGroups } from '../src/store/feeds/groups.ts';
import { act, openWorld, round, serve, type World } from './extensions/doings.ts';
import { publicUrl, testHouse } from './house.ts';
import { propertyRuns } from './property-runs.ts';

const HOUR_MS = 3_600_000;

/** What affects the health of a feed: the web, time, and how often others want it to be visited. */
type Fate =
  | { site: number; comes: 'error' | 'gone' | 'move' | 'back' }
  | { hours: number }
  | { wish: number };

const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.record({ site: fc.nat(4), comes: fc.constantFrom('error', 'gone', 'move', 'back') }),
  fc.record({ hours: fc.constantFrom(1, 30, 80) }),
  fc.record({ wish: fc.integer({ min: 1, max: 48 }) }),
);

const episode = fc.record({ round, fates: fc.array(fate, { maxLength: 4 }) });

test('a list of feeds is what it would be if nothing were kept of it, whatever has happened in between', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off', COURANT_ACCESS_TOKEN_TTL: '0' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(episode, { minLength: 2, maxLength: 4 }), async (episodes) => {
      run += 1;
      const world = await openWorld(house, { run, follows: 3 });
      for (const { round, fates } of episodes) {
        // Lists that are read while something happens are cached too, and must not make a later one wrong.
        for (const [who, doing] of round.doings) {
          const happens = act(world, world.people[who === 0 ? 0 : 1], doing).catch(tolerate);
          await Promise.all([happens, ...world.people.map((person) => person.client.feeds.list())]);
          await compareAll(world);
        }
        for (const each of fates) {
          await befall(world, each);
          await compareAll(world);
        }
      }
    }),
    propertyRuns(29, 6),
  );
});

async function befall(world: World, what: Fate): Promise<void> {
  const { house, sites, people } = world;
  if ('wish' in what) {
    const [{ client }] = people;
    for (const { id } of await client.feeds.list())
      await client.feeds.update(id, { intervalSeconds: what.wish * 3_600 });
    return;
  }
  // Without a visit: what changes by time alone must show too.
  if ('hours' in what) return house.clock.advance(what.hours * HOUR_MS);
  const addresses = [...sites.keys()];
  const [site = '', next = ''] = [addresses[what.site], addresses[(what.site + 1) % addresses.length]];
  if (what.comes === 'back') serve(world, site);
  else if (what.comes === 'move') house.web.serve(site, { status: 301, headers: { location: next } });
  else house.web.serve(site, { status: what.comes === 'gone' ? 410 : 500 });
  await house.crawl(30 * HOUR_MS);
}

async function compareAll({ house, people }: World): Promise<void> {
  const { store } = house.house.library;
  for (const { userId, accessToken } of people) {
    const textOf = async (path: string): Promise<string> => {
      const response = await house.ask(path, { headers: { Authorization: `Bearer ${accessToken}` } });
      return response.text();
    };
    const anew = (feeds: Awaited<ReturnType<typeof listFeeds>>): string =>
      JSON.stringify(feeds.map((feed) => presentFeed(feed, publicUrl)));
    assert.equal(await textOf('/api/v1/feeds'), anew(await store.read((tx) => listFeeds(tx, userId))));
    for (const { id } of await store.read((tx) => listGroups(tx, userId))) {
      const feeds = await store.read((tx) => listFeedsOfGroup(tx, userId, id));
      assert.equal(await textOf(`/api/v1/groups/${id}/feeds`), anew(feeds));
    }
  }
}

/** Refusals are expected for what somebody else has just removed, or for a title that they have taken. */
function tolerate(error: unknown): void {
  if (!(error instanceof CourantError) || ![404, 409, 422].includes(error.status)) throw error;
}
