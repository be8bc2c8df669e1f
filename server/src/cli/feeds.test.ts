import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryStore } from '../../test/temporary-store.ts';
import { systemClock } from '../clock.ts';
import { emptyMemory, type SourceMemory } from '../model/source.ts';
import type { Outcome } from '../model/visit.ts';
import { keepSchedule } from '../store/sources/schedules.ts';
import { findSource, updateSource } from '../store/sources/sources.ts';
import { insertVisit } from '../store/sources/visits.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);
const WELL = 'https://well.example/feed';
const LOST = 'https://lost.example/feed';

test('a source that is well is told with its last visits', async (t) => {
  const environment = await instance(t, { url: WELL, outcomes: [{ kind: 'unchanged' }] });
  const { code, out, err } = await typed(['feed', 'status', 'well.example/feed'], environment);
  assert.deepEqual([code, err], [0, '']);
  assert.equal(
    out,
    `Title of ${WELL}
${WELL}

State               well
Why                 The feed has not changed since the last visit
Last there          2026-11-20 12:00 UTC
Last visit          2026-11-20 12:00 UTC
Next visit          2026-11-20 18:00 UTC
Newest post         never
Followers           1

Last visits, newest first:
  2026-11-20 12:00 UTC  200  The feed has not changed since the last visit
`,
  );
});

test('a source that fails is told with since when, why, what was tried and what would mend it', async (t) => {
  const suggestion = 'https://lost.example/new';
  const environment = await instance(t, {
    url: LOST,
    outcomes: [
      { kind: 'unchanged' },
      { kind: 'unreachable', reason: 'dns-not-found' },
      { kind: 'not-a-feed', why: 'html', suggestion },
    ],
    memory: { suggestion },
  });
  const { out } = await typed(['feed', 'status', LOST], environment);
  assert.match(out, /^State +failing, 2 visits in a row since 2026-11-16 12:00 UTC$/m);
  assert.match(out, /^Why +The address gives a web page and not a feed; the page names this feed: /m);
  assert.match(
    out,
    /^What would mend it {2}Follow the feed that the page names instead: https:\/\/lost\.example\/new$/m,
  );
  assert.match(out, /^ {2}2026-11-20 11:00 UTC {2}--- {2}The site cannot be reached: .* \[dns-not-found\]$/m);
});

test('all sources are told in one line, and those that need a look in a line each before it', async (t) => {
  const environment = await instance(
    t,
    { url: WELL, outcomes: [{ kind: 'unchanged' }] },
    { url: LOST, outcomes: [{ kind: 'refused', why: 'not-found', status: 404 }] },
    {
      url: 'https://stumbling.example/',
      outcomes: [{ kind: 'unreachable', reason: 'reset' }],
      memory: { failingSince: Date.now() },
    },
    {
      url: 'https://unfollowed.example/',
      outcomes: [{ kind: 'unreachable', reason: 'reset' }],
      isFollowed: false,
    },
  );
  const { out } = await typed(['feed', 'status'], environment);
  assert.equal(
    out,
    `failing\t2026-11-16\t${LOST}\tThe site has nothing at this address (404)\n1 well, 1 stumbling, 1 failing\n`,
  );
});

test('the same comes as data', async (t) => {
  const outcomes: Outcome[] = [{ kind: 'refused', why: 'not-found', status: 404 }];
  const environment = await instance(t, { url: LOST, outcomes });
  const one = JSON.parse((await typed(['feed', 'status', LOST, '--json'], environment)).out);
  assert.deepEqual([one.url, one.state, one.failingSince], [LOST, 'failing', '2026-11-16T12:00:00.000Z']);
  assert.deepEqual(one.visits, [
    {
      at: '2026-11-20T12:00:00.000Z',
      ok: false,
      sentence: 'The site has nothing at this address (404)',
      code: 'site-not-found',
      cause: 'not-found',
      status: 200,
      newPosts: 0,
      durationMs: 5,
    },
  ]);
  const all = JSON.parse((await typed(['feed', 'status', '--json'], environment)).out);
  assert.deepEqual(all, { well: 0, stumbling: 0, failing: 1, sources: [one] });
});

test('an address that nobody follows is told, and not repeated, for it may have a password in it', async (t) => {
  const environment = await instance(t);
  for (const [command, action] of [
    ['status', 'show'],
    ['refresh', 'refresh'],
  ] as const) {
    const { code, err } = await typed(['feed', command, 'https://me:secret@nowhere.example/'], environment);
    assert.deepEqual([code, err], [1, `Cannot ${action} feed: nobody here follows this address\n`]);
  }
  assert.equal((await typed(['feed', 'status'], environment)).out, '0 well, 0 failing\n');
});

test('what a site calls itself does not command the terminal', async (t) => {
  const environment = await instance(t, {
    url: WELL,
    outcomes: [{ kind: 'unchanged' }],
    title: 'A\u001b[2Jtitle\u009b\n',
  });
  const { out } = await typed(['feed', 'status', WELL], environment);
  assert.equal(out.split('\n')[0], 'A [2Jtitle  ');
});

interface SomeSource {
  url: string;
  /** An hour apart, the last at noon; failures are the last ones. */
  outcomes: Outcome[];
  memory?: Partial<SourceMemory>;
  title?: string;
  isFollowed?: boolean;
}

/** The settings of an instance with these sources. Those that fail have failed for four days. */
async function instance(t: TestContext, ...sources: SomeSource[]): Promise<Record<string, string>> {
  const { store, address } = await temporaryStore(t, systemClock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    for (const { url, outcomes, memory, title, isFollowed = true } of sources) {
      const feed = await someFeed(tx, userId, { url, count: 0 });
      const source = await findSource(tx, feed.sourceId);
      assert.ok(source);
      const failures = outcomes.filter((outcome) => outcome.kind !== 'unchanged').length;
      await updateSource(tx, source.id, {
        ...source,
        title: title ?? source.title,
        checkedAt: NOON,
        memory: { ...emptyMemory(), ...(failures > 0 && { failingSince: NOON - 4 * DAY }), ...memory },
      });
      const times = { nextVisitAt: NOON, plannedAt: NOON + 6 * HOUR, lastVisitAt: NOON };
      await keepSchedule(tx, { sourceId: source.id, hostId: source.hostId, failures, ...times });
      for (const [index, outcome] of outcomes.entries()) {
        const at = NOON - (outcomes.length - 1 - index) * HOUR;
        const isLost = outcome.kind === 'unreachable';
        const status = isLost ? undefined : 200;
        await insertVisit(tx, { sourceId: source.id, at, outcome, status, durationMs: 5, newPosts: 0 });
      }
      if (!isFollowed) await tx.run({ text: 'DELETE FROM feeds WHERE id = ?', values: [feed.id] });
    }
  });
  return { COURANT_DATABASE: address };
}
