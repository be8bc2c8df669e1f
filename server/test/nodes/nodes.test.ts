// Real processes on one database: whatever is killed, suspended or late, no host gets two requests at once, and nothing is lost or doubled.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeClock, systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { someUser } from '../../src/store/testing/rows.ts';
import { addUsers } from '../accounts.ts';
import { type Environment, temporaryInstance } from '../environment.ts';
import { courantServe, type Running, startCourant } from '../process.ts';
import { signInApp } from '../sign-in.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { type Asked, type NodesOrigin, startNodesOrigin } from './origin.ts';
import { followUnvisited, heldByFeeds, makeAllDue, unvisited } from './plan.ts';

const NODES = 3;
const HOSTS = 10;
const FEEDS_OF_A_HOST = 2;
const WAVES = 2;
const KILLS_OF_A_WAVE = 2;
const LOOK_MS = 50;
/** A wave that is not over by then is stuck. */
const PATIENCE_MS = 300_000;

const crawlerNode = fileURLToPath(new URL('crawler-node.ts', import.meta.url));
/** A database file has one service. */
const options = { skip: !isOnPostgres, timeout: 600_000 };

test(
  'nodes are killed at any moment: no host is called by two, no feed is forgotten, no post is lost or twice',
  options,
  async (t) => {
    const origin = await startNodesOrigin(t);
    const { environment, store } = await instance(t);
    const password = 'a long password';
    const urls = Array.from({ length: HOSTS * FEEDS_OF_A_HOST }, (_, index) =>
      origin.urlOf(1 + (index % HOSTS), Math.floor(index / HOSTS)),
    );
    const nodes = new Nodes(t, environment);
    await addUsers(environment, { name: 'ines', password });
    const [api] = await Promise.all([
      startCourant(t, environment, courantServe('api')),
      ...Array.from({ length: NODES }, (_, number) => nodes.start(number)),
    ]);
    const users = await store.write(async (tx) => [1, await someUser(tx, 'omar')]);
    await store.write((tx) => followUnvisited(tx, users, urls));

    const chance = seeded(5);
    for (let wave = 1; wave <= WAVES; wave++) {
      origin.posts = 2 * wave;
      const killed = killAtMoments(origin, nodes, { chance, kills: KILLS_OF_A_WAVE });
      const since = await makeAllDue(store);
      await until(async () => (await unvisited(store, since)).join() === '', 'every feed is visited');
      await killed;
    }
    const { client } = await signInApp({ baseUrl: api.url, name: 'ines', password });
    // A person follows a feed while others use the host: through another node, and in turn.
    await client.feeds.create({ feedUrl: origin.urlOf(1, FEEDS_OF_A_HOST) });
    assert.equal(
      (await Array.fromAsync(client.items.all({ limit: 200 }))).length,
      (urls.length + 1) * 2 * WAVES,
    );
    for (const code of await Promise.all([...nodes.all(), api].map((node) => node.stop())))
      assert.equal(code, 0);

    assert.deepEqual(origin.overlaps, []);
    assert.ok(origin.cut > 0, 'some were killed in the midst of a visit');
    const held = await heldByFeeds(store);
    assert.equal(held.length, 2 * urls.length + 1);
    for (const each of held) assert.deepEqual(each, { items: 2 * WAVES, posts: 2 * WAVES });
  },
);

test(
  'a node that slept through the end of its lease records nothing of what it has brought',
  options,
  async (t) => {
    const origin = await startNodesOrigin(t);
    const { environment, store } = await instance(t);
    await store.write(async (tx) => followUnvisited(tx, [await someUser(tx, 'ines')], [origin.urlOf(1, 0)]));
    const nodes = new Nodes(t, environment);
    const sleeper = await nodes.start(0);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    origin.onAsked = ({ node }) => {
      if (node === 0) asked.resolve();
      return node === 0 ? answer.promise : undefined;
    };
    origin.onAnswered = ({ node }) => {
      if (node === 0) answered.resolve();
    };
    // No other node can have the posts that it was shown.
    origin.posts = 3;
    const since = await makeAllDue(store);
    await asked.promise;
    sleeper.signal('SIGSTOP');
    answer.resolve();
    await answered.promise;

    origin.posts = 2;
    const other = await nodes.start(1);
    await until(async () => (await unvisited(store, since)).join() === '', 'the other node takes over');
    sleeper.signal('SIGCONT');
    // It ends once its work under way is done.
    assert.equal(await sleeper.stop(), 0);
    assert.equal(await other.stop(), 0);
    assert.deepEqual(
      origin.asked.map(({ node }) => node),
      [0, 1],
    );
    assert.deepEqual(await heldByFeeds(store), [{ items: 2, posts: 2 }]);
    const visits = await store.read((tx) => tx.all<{ id: number }>(sql`SELECT source_id AS id FROM visits`));
    assert.equal(visits.length, 1);
  },
);

async function instance(t: TestContext): Promise<{ environment: Environment; store: Store }> {
  const environment = await temporaryInstance(t, {
    COURANT_FETCH_ALLOW: '127.0.0.0/8',
    COURANT_RATE_LIMITS: 'off',
  });
  const store = await openStore(environment.COURANT_DATABASE ?? '', nodeClock());
  t.after(() => store.close());
  return { environment, store };
}

/** Numbered nodes: one that is started again keeps its number. */
class Nodes {
  readonly #t: TestContext;
  readonly #environment: Environment;
  readonly #running = new Map<number, Running>();

  constructor(t: TestContext, environment: Environment) {
    this.#t = t;
    this.#environment = environment;
  }

  all(): Running[] {
    return [...this.#running.values()];
  }

  async start(number: number): Promise<Running> {
    const environment = { ...this.#environment, COURANT_PUBLIC_URL: `http://node-${number}.example` };
    const node = await startCourant(this.#t, environment, {
      command: process.execPath,
      words: [crawlerNode],
    });
    this.#running.set(number, node);
    return node;
  }

  /** Undefined if it is down already. */
  kill(number: number): Promise<void> | undefined {
    const node = this.#running.get(number);
    this.#running.delete(number);
    return node?.kill();
  }
}

/** Kills the node that asks, or has just been answered, after some requests each time. Resolves when all are up again. */
function killAtMoments(
  origin: NodesOrigin,
  nodes: Nodes,
  { chance, kills }: { chance: () => number; kills: number },
): Promise<void> {
  const over = Promise.withResolvers<void>();
  const restarts: Promise<unknown>[] = [];
  let left = 1 + Math.floor(chance() * 8);
  let inTheMidst = true;
  const kill = async ({ node }: Asked): Promise<void> => {
    if (restarts.length === kills || --left > 0) return;
    const killed = nodes.kill(node);
    if (!killed) return;
    left = 1 + Math.floor(chance() * 8);
    inTheMidst = !inTheMidst;
    restarts.push(killed.then(() => nodes.start(node)));
    if (restarts.length === kills) Promise.all(restarts).then(() => over.resolve(), over.reject);
    await killed;
  };
  // The answer is sent when the node is gone.
  origin.onAsked = (asked) => (inTheMidst ? kill(asked) : undefined);
  origin.onAnswered = (asked) => void (inTheMidst ? undefined : kill(asked));
  return over.promise;
}

/** Polls until it is so: other processes do not report how far they are. */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = systemClock.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(systemClock.now() < deadline, `in vain: ${what}`);
    await new Promise<void>((resolve) => systemClock.after(LOOK_MS, resolve));
  }
}

/** The same numbers each time (Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
