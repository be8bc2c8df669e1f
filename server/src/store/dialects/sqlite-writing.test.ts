import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import type { Clock } from '../../clock.ts';
import { giveMemoryBack } from '../../idle-memory.ts';
import { openPeople } from '../../people.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { type ReadTx, StoreUnavailable, type WriteTx } from '../store.ts';
import { whileNobodyWaits } from '../turn.ts';

const add = (tx: WriteTx, name: string) => tx.run(sql`INSERT INTO facts (name, value) VALUES (${name}, 'x')`);
const names = async (tx: ReadTx) =>
  (await tx.all<{ name: string }>(sql`SELECT name FROM facts ORDER BY name`)).map((row) => row.name);

test('writes that wait together are committed together, and none is answered before', async (t) => {
  const { store, address } = await temporarySqlite(t, fakeClock());
  const other = await openStore(address, fakeClock());
  t.after(() => other.close());
  const answered: string[] = [];
  const write = (name: string) =>
    store
      .write(async (tx) => {
        assert.deepEqual(answered, []);
        await add(tx, name);
        assert.deepEqual(await other.read(names), []);
      })
      .then(() => answered.push(name));
  await Promise.all(['a', 'b', 'c'].map(write));
  assert.deepEqual(answered, ['a', 'b', 'c']);
  assert.deepEqual(await other.read(names), ['a', 'b', 'c']);
});

for (const thrower of ['a', 'b', 'c']) {
  test(`of writes that are committed together the one that throws (${thrower} of three) takes back its own and no other`, async (t) => {
    const { store } = await temporarySqlite(t, fakeClock());
    const called: string[] = [];
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        store.write(async (tx) => {
          tx.onCommit(() => called.push(name));
          await add(tx, name);
          if (name === thrower) throw new Error('no');
          return name;
        }),
      ),
    );
    const kept = ['a', 'b', 'c'].filter((name) => name !== thrower);
    assert.deepEqual(
      outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
      kept,
    );
    assert.deepEqual(called, kept);
    assert.deepEqual(await store.read(names), kept);
  });
}

test('who writes to a store that was closed is told', async (t) => {
  const { address } = await temporarySqlite(t, fakeClock());
  const store = await openStore(address, fakeClock());
  await store.close();
  await assert.rejects(
    store.write((tx) => add(tx, 'late')),
    /not open/,
  );
});

test('when the whole transaction is lost, everybody in it is told, and later writes succeed', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const full = new Error('database or disk is full');
  const outcomes = await Promise.allSettled([
    store.write((tx) => add(tx, 'a')),
    store.write(async (tx) => {
      // What SQLite does by itself when the disk is full.
      await tx.run(sql`ROLLBACK`);
      throw full;
    }),
    store.write((tx) => add(tx, 'c')),
  ]);
  assert.deepEqual(outcomes.slice(0, 2), [
    { status: 'rejected', reason: full },
    { status: 'rejected', reason: full },
  ]);
  assert.equal(outcomes[2]?.status, 'fulfilled');
  assert.deepEqual(await store.read(names), ['c']);
});

test('a full disk is a store that cannot be used just now, and whatever fits again is kept', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const pages = (count: number) =>
    store.write((tx) => tx.all({ text: `PRAGMA max_page_count = ${count}`, values: [] }));
  const addMuch = (tx: WriteTx) =>
    tx.run(sql`INSERT INTO facts (name, value) VALUES ('much', ${'x'.repeat(1_000_000)})`);
  await pages(1);
  const outcomes = await Promise.allSettled([store.write((tx) => add(tx, 'a')), store.write(addMuch)]);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
    assert.match(outcome.reason.message, /^Cannot write to the database: .*full/);
  }
  await pages(1_000_000);
  await store.write((tx) => add(tx, 'c'));
  assert.deepEqual(await store.read(names), ['c']);
});

test('a write that comes late to a transaction gets the next, so that others have the lock in between', async (t) => {
  const clock = fakeClock();
  const { store, address } = await temporarySqlite(t, clock);
  const other = await openStore(address, clock);
  t.after(() => other.close());
  const long = store.write(async (tx) => {
    await add(tx, 'a');
    await clock.advance(50);
  });
  const late = store.write(async () => other.read(names));
  await long;
  assert.deepEqual(await late, ['a']);
});

test('a listener that throws after the commit fails its own write and no other', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const [first, second] = await Promise.allSettled([
    store.write(async (tx) => {
      tx.onCommit(() => {
        throw new Error('no');
      });
    }),
    store.write((tx) => add(tx, 'b')),
  ]);
  assert.equal(first?.status, 'rejected');
  assert.equal(second?.status, 'fulfilled');
});

/** Adds what a counter says, portion after portion of one write. */
const addPortions = (portions: number) => (tx: WriteTx) => {
  let done = 0;
  return whileNobodyWaits(tx, async () => {
    await add(tx, String(++done));
    return done < portions;
  });
};

test('long work is one transaction as long as nobody waits for its end', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  assert.equal(await store.write(addPortions(8)), false);
  assert.equal((await store.read(names)).length, 8);
});

test('long work ends its transaction when somebody else wants to write', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const long = store.write(addPortions(8));
  const found = store.write(async (tx) => (await names(tx)).length);
  assert.equal(await long, true);
  assert.equal(await found, 1);
});

test('long work that shares a transaction does not hold up whoever was there before', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const [, isLeft] = await Promise.all([store.write((tx) => add(tx, 'a')), store.write(addPortions(8))]);
  assert.equal(isLeft, true);
});

test('long work ends its transaction when another thread waits for the lock', async (t) => {
  const { address } = await temporarySqlite(t, fakeClock());
  const people = openPeople(fakeClock());
  const store = await openStore(address, fakeClock(), { people });
  const crawler = await openStore(address, fakeClock(), { people, doesChores: true });
  t.after(() => Promise.all([store.close(), crawler.close()]));
  let visit: Promise<unknown> = Promise.resolve();
  const isLeft = await store.write((tx) => {
    visit = crawler.write((other) => add(other, 'visit'));
    return addPortions(8)(tx);
  });
  await visit;
  assert.equal(isLeft, true);
});

test('long work ends its transaction after some portions, for others cannot say that they wait', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  assert.equal(await store.write(addPortions(9)), true);
  assert.equal((await store.read(names)).length, 8);
});

test('work that is left for afterwards is done in a transaction of its own, which other threads may go before', async (t) => {
  const clock = fakeClock();
  const { people, chores, other: store } = await choresBeside(t, clock);
  const seen: string[][] = [];
  let waitNoMore = (): void => {};
  await chores.write(async (tx) => {
    await add(tx, 'visit');
    tx.afterwards(async (later) => {
      seen.push(await names(later));
      await add(later, 'upkeep');
    });
    waitNoMore = people.wait();
  });
  assert.deepEqual(await store.read(names), ['visit']);
  await store.write((tx) => add(tx, 'mark'));
  waitNoMore();
  await chores.write(async () => {});
  assert.deepEqual(seen, [['mark', 'visit']]);
  assert.deepEqual(await store.read(names), ['mark', 'upkeep', 'visit']);
});

test('work that is left for afterwards and fails takes nothing else back', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  await store.write(async (tx) => {
    await add(tx, 'visit');
    tx.afterwards((later) => add(later, 'visit'));
    tx.afterwards((later) => add(later, 'upkeep'));
  });
  await store.write(async () => {});
  assert.deepEqual(await store.read(names), ['upkeep', 'visit']);
});

test('a store that closes does first what was left for afterwards', async (t) => {
  const { store, address } = await temporarySqlite(t, fakeClock());
  const other = await openStore(address, fakeClock());
  await other.write(async (tx) => tx.afterwards((later) => add(later, 'upkeep')));
  await other.close();
  assert.deepEqual(await store.read(names), ['upkeep']);
});

test('what several writes leave to the end of their transaction is done at once, but for what was taken back', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const done: string[][] = [];
  const note = async (tx: WriteTx, all: readonly string[]): Promise<void> => {
    done.push([...(await names(tx)), 'of', ...all]);
  };
  await Promise.allSettled(
    ['a', 'b', 'c'].map((name) =>
      store.write(async (tx) => {
        tx.beforeCommit(note, [name]);
        await add(tx, name);
        if (name === 'b') throw new Error('no');
      }),
    ),
  );
  assert.deepEqual(done, [['a', 'c', 'of', 'a', 'c']]);
});

/** The store of a crawler's thread, and another store on the same file. */
async function choresBeside(t: TestContext, clock: Clock) {
  const { store: other, address } = await temporarySqlite(t, clock);
  const people = openPeople(clock);
  const chores = await openStore(address, clock, { doesChores: true, people });
  t.after(() => chores.close());
  return { people, chores, other };
}

/** A clock that stands still, and the timers that wait for it until the end of the test. */
function standingClock(t: TestContext) {
  const timers: { ms: number; fn: () => void }[] = [];
  const clock = {
    time: 1_000_000,
    now: () => clock.time,
    after(ms: number, fn: () => void) {
      timers.push({ ms, fn });
      return () => {};
    },
  };
  t.after(() => {
    for (const { fn } of timers) fn();
  });
  return { clock, timers };
}

/** Whether a write is done before another timer waits. */
async function isDoneAtOnce(write: Promise<unknown>, timers: readonly unknown[]): Promise<boolean> {
  const before = timers.length;
  let isDone = false;
  write.then(() => {
    isDone = true;
  });
  while (!isDone && timers.length === before) await nextTurn();
  return isDone;
}

test('after a long transaction of chores the next one waits for more to join it, while nobody is here', async (t) => {
  const { clock, timers } = standingClock(t);
  const { people, chores, other } = await choresBeside(t, clock);
  await chores.write(async (tx) => {
    await add(tx, 'long');
    clock.time += 10;
  });
  const first = chores.write((tx) => add(tx, 'first'));
  assert.equal(await isDoneAtOnce(first, timers), false);
  const second = chores.write(async (tx) => {
    assert.deepEqual(await other.read(names), ['long']);
    await add(tx, 'second');
  });
  assert.deepEqual(
    timers.map(({ ms }) => ms),
    [20],
  );
  timers[0]?.fn();
  await Promise.all([first, second]);

  people.asked();
  await chores.write(async (tx) => {
    await add(tx, 'long again');
    clock.time += 10;
  });
  assert.equal(
    await isDoneAtOnce(
      chores.write((tx) => add(tx, 'at once')),
      timers,
    ),
    true,
  );
});

test('chores share a transaction for long while nobody is here, and hardly while people are', async (t) => {
  for (const isSomebodyHere of [false, true]) {
    const { clock } = standingClock(t);
    const { people, chores, other } = await choresBeside(t, clock);
    if (isSomebodyHere) people.asked();
    const seen: string[][] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        chores.write(async (tx) => {
          seen.push(await other.read(names));
          await add(tx, name);
          clock.time += 5;
        }),
      ),
    );
    assert.deepEqual(seen, isSomebodyHere ? [[], ['a'], ['a', 'b']] : [[], [], []]);
  }
});

test('what was written is let go of, also where there is always more to write', async (t) => {
  // Moves on whenever it is read, so that there are several transactions of a few writes each.
  let time = 0;
  const { store } = await temporarySqlite(t, { ...fakeClock(), now: () => time++ });
  const visits: WeakRef<object>[] = [];
  const write = (left: number): Promise<void> => {
    const visit = { posts: left };
    visits.push(new WeakRef(visit));
    return store.write(async (tx) => {
      await add(tx, `visit ${visit.posts}`);
      tx.afterwards((later) => add(later, `upkeep ${visit.posts}`));
      // Queued before this one is committed, so what this one leaves is done in a transaction with others.
      if (left > 0) next = write(left - 1);
      else {
        giveMemoryBack();
        kept = visits.filter((each) => each.deref()).length;
      }
    });
  };
  let kept = 0;
  let next = write(20);
  for (let last: Promise<void> | undefined; last !== next; await last) last = next;
  assert.ok(kept <= 3, `${kept} of 21`);
});

test('no chore joins those under way while people wait for the lock', async (t) => {
  const clock = fakeClock();
  const { people, chores, other } = await choresBeside(t, clock);
  const first = chores.write(async (tx) => {
    await add(tx, 'first');
    const waitNoMore = people.wait();
    assert.equal(tx.isWaitedFor(), true);
    setImmediate(() => setImmediate(waitNoMore));
  });
  const second = chores.write(async (tx) => {
    assert.deepEqual(await other.read(names), ['first']);
    await add(tx, 'second');
  });
  await Promise.all([first, second]);
});
