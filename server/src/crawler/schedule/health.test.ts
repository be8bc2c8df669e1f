import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyMemory, type SourceCondition, type SourceMemory } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { bench, rss } from '../testing/bench.ts';
import { goesByTime, healthOf, judgeHealth, type SourceHealth } from './health.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 7);

test('a source that is read is well, and its visits are told', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(8 * HOUR);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok(health);
  assert.deepEqual([health.state, health.failures, health.remedy], ['well', 0, undefined]);
  assert.deepEqual(
    health.visits.map(({ ok, sentence, status }) => [ok, sentence, status]),
    [
      [true, 'The feed has not changed since the last visit', 304],
      [true, 'The feed was read and has 1 new post', 200],
    ],
  );
  assert.ok((health.nextVisitAt ?? 0) > b.clock.now());
  assert.equal(health.lastSuccessAt, health.lastVisitAt);
});

test('a source that fails says since when, why, and when it is asked again; three failures trouble somebody', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 500 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(8 * HOUR);
  const since = b.clock.now();
  const states: string[] = [];
  for (let visit = 0; visit < 3; visit++) {
    const health = await b.store.read((tx) => healthOf(tx, sourceId));
    states.push(health?.state ?? '');
    assert.equal(health?.sentence, 'The site has an error of its own and cannot answer now');
    assert.ok(Math.abs((health?.failingSince ?? 0) - since) < 1_000);
    await b.later(7 * HOUR);
  }
  assert.deepEqual(states, ['hiccup', 'hiccup', 'failing']);
});

test('nothing is known of a source that is not there', async (t) => {
  const b = await bench(t);
  assert.equal(await b.store.read((tx) => healthOf(tx, 1)), undefined);
});

const cases: [
  name: string,
  memory: Partial<SourceMemory>,
  last: Outcome,
  state: string,
  remedy: string | undefined,
][] = [
  ['gone for good', { state: 'gone' }, { kind: 'gone', confirmed: true }, 'gone', 'unfollow'],
  [
    'another feed',
    { state: 'another-feed' },
    { kind: 'not-a-feed', why: 'another-feed' },
    'replaced',
    'accept',
  ],
  [
    'a page that names a feed, on the first day',
    { suggestion: 'https://example.com/new', failingSince: NOW - DAY },
    { kind: 'not-a-feed', why: 'html' },
    'failing',
    undefined,
  ],
  [
    'a page that names a feed, after three days',
    { suggestion: 'https://example.com/new', failingSince: NOW - 3 * DAY },
    { kind: 'not-a-feed', why: 'html' },
    'failing',
    'found-feed',
  ],
  [
    'a login',
    { failingSince: NOW - HOUR },
    { kind: 'refused', why: 'needs-login', status: 401 },
    'hiccup',
    'needs-login',
  ],
  [
    'a wall against robots',
    { failingSince: NOW - 2 * DAY },
    { kind: 'refused', why: 'bot-wall', status: 403 },
    'failing',
    'bot-wall',
  ],
  [
    'a name that does not exist',
    { failingSince: NOW - 2 * DAY },
    { kind: 'unreachable', reason: 'dns-not-found' },
    'failing',
    undefined,
  ],
];
for (const [name, memory, last, state, remedy] of cases) {
  test(`${name}: the state is ${state}, and ${remedy ?? 'nothing'} would mend it`, () => {
    const health = judge(memory, last);
    assert.deepEqual([health.state, health.remedy?.kind], [state, remedy]);
  });
}

test('a move that is not yet believed is told', () => {
  const moving = { to: 'https://example.org/feed', via: 'redirect', since: NOW, visits: 1 } as const;
  const { remedy } = judge({ moving }, { kind: 'unchanged' }, 0);
  assert.deepEqual([remedy?.kind, remedy?.url], ['moved', 'https://example.org/feed']);
});

test('a move that is believed is told no more, and passing time alone may bring that about', () => {
  const moving = { to: 'https://example.org/feed', via: 'redirect', since: NOW - DAY, visits: 2 } as const;
  assert.equal(judge({ moving }, { kind: 'unchanged' }, 0).remedy, undefined);
  const condition = conditionOf({ moving }, { kind: 'unchanged' }, 0);
  assert.equal(goesByTime(condition), true);
  assert.equal(goesByTime({ ...condition, memory: emptyMemory() }), false);
  assert.equal(goesByTime({ ...condition, memory: emptyMemory(), failures: 1 }), true);
});

function conditionOf(memory: Partial<SourceMemory>, last: Outcome, failures: number): SourceCondition {
  return {
    memory: { ...emptyMemory(), ...memory },
    failures,
    last,
    lastVisitAt: NOW,
    checkedAt: NOW - 9 * DAY,
    nextVisitAt: NOW + HOUR,
    at: NOW,
  };
}

function judge(memory: Partial<SourceMemory>, outcome: Outcome, failures = 1): SourceHealth {
  const condition = conditionOf(memory, outcome, failures);
  const visit = { id: 1, sourceId: 1, at: NOW, outcome, status: undefined, durationMs: 5, newPosts: 0 };
  return judgeHealth(condition, [visit]);
}
