import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { CourantError, NetworkError } from './errors.ts';
import {
  clientOf,
  cursorsOf,
  eventOf,
  type Handler,
  json,
  now,
  rotating,
  signedIn,
  streamOf,
} from './fake-service.ts';
import { pauseByChance } from './follow.ts';

/** Answers with each of these in turn, and then always with the last. */
function inTurn(...answers: (() => Response)[]): Handler {
  let calls = 0;
  return () => (answers[Math.min(calls++, answers.length - 1)] ?? assert.fail())();
}

const lost = (): Response => {
  throw new TypeError('fetch failed');
};

/** A client that reconnects without pauses, and the pauses that it would have made. */
function following(handler: Handler, options: Parameters<typeof clientOf>[1] = {}) {
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
  };
  const { client, asked } = clientOf(handler, { pause, ...options });
  const resumed = () => asked.map(({ init }) => new Headers(init.headers).get('last-event-id'));
  return { client, asked, pauses, resumed };
}

test('a stream that ends is opened again behind the last event that came', async () => {
  const { client, resumed, pauses } = following(
    inTurn(
      () => streamOf([eventOf('a'), eventOf('b')]),
      () => streamOf([eventOf('c')]),
      () => streamOf([eventOf('d')]),
    ),
  );
  assert.deepEqual(await cursorsOf(client.sync.events({ since: 'x' }), 4), ['a', 'b', 'c', 'd']);
  assert.deepEqual(resumed(), [null, 'b', 'c']);
  assert.deepEqual(pauses, [1_000, 1_000]);
});

test('an event that was cut in two is not lost and does not count as seen', async () => {
  const { client, resumed } = following(
    inTurn(
      () => streamOf([eventOf('a'), eventOf('b').slice(0, -3)]),
      () => streamOf([eventOf('b')]),
    ),
  );
  assert.deepEqual(await cursorsOf(client.sync.events({ since: 'x' }), 2), ['a', 'b']);
  assert.deepEqual(resumed(), [null, 'a']);
});

test('an event without an id does not take away where to go on', async () => {
  const { client, resumed } = following(
    inTurn(
      () => streamOf([eventOf('a')]),
      () => streamOf([eventOf('b').replace('id: b\n', '')]),
      () => streamOf([eventOf('c')]),
    ),
  );
  await cursorsOf(client.sync.events({ since: 'x' }), 3);
  assert.deepEqual(resumed(), [null, 'a', 'a']);
});

test('pauses grow to a minute while nothing works, and are short again after an event', async () => {
  const failures = [lost, () => json({ error: 'Closing' }, 503), () => json({ error: 'A bug' }, 500), lost];
  const { client, pauses } = following(
    inTurn(
      ...failures,
      ...failures,
      () => streamOf([eventOf('a')]),
      () => streamOf([eventOf('b')]),
    ),
  );
  await cursorsOf(client.sync.events(), 2);
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 1_000]);
});

test('a stream that stood for long and had nothing to tell is no failure', async () => {
  let time = now;
  const stood = () => {
    time += 61_000;
    return streamOf([':\n\n']);
  };
  const { client, pauses } = following(
    inTurn(stood, stood, () => streamOf([eventOf('a')])),
    { now: () => time },
  );
  await cursorsOf(client.sync.events({ since: 'x' }), 1);
  assert.deepEqual(pauses, [1_000, 1_000]);
});

test('a service that says when to come back is heeded, within reason', async () => {
  const { client, pauses } = following(
    inTurn(
      () => json({ error: 'Too many' }, 429, { 'retry-after': '30' }),
      () => json({ error: 'Closed' }, 503, { 'retry-after': '999999' }),
      () => streamOf([eventOf('a')]),
    ),
  );
  await cursorsOf(client.sync.events(), 1);
  assert.deepEqual(pauses, [30_000, 3_600_000]);
});

test('whoever follows is told of each cut, its cause and the pause', async () => {
  const cuts: unknown[] = [];
  const { client } = following(
    inTurn(
      () => streamOf([]),
      lost,
      () => json({ error: 'Closing' }, 503),
      () => streamOf([eventOf('a')]),
    ),
  );
  const onCut = ({ error, pauseMs }: { error?: Error; pauseMs: number }) =>
    cuts.push([error?.constructor, pauseMs]);
  await cursorsOf(client.sync.events({}, { onCut }), 1);
  assert.deepEqual(cuts, [
    [undefined, 1_000],
    [NetworkError, 2_000],
    [CourantError, 4_000],
  ]);
});

for (const status of [400, 401, 403, 404, 410]) {
  test(`a ${status} is final, also in the middle`, async () => {
    const { client, asked, pauses } = following(
      inTurn(
        () => streamOf([eventOf('a')]),
        () => json({ error: 'No' }, status),
      ),
    );
    const events = client.sync.events();
    await events.next();
    await assert.rejects(
      events.next(),
      (error) => error instanceof CourantError && error.status === status && asked.length === 2,
    );
    assert.equal(pauses.length, 1);
    assert.equal((await events.next()).done, true);
  });
}

test('a token that has run out meanwhile is renewed', async () => {
  const { handler } = rotating('a2');
  let streams = 0;
  const { client } = signedIn(
    async (request) => {
      if (!request.url.pathname.endsWith('/events')) return handler(request);
      const isWanted = request.bearer === (streams === 0 ? 'Bearer a1' : 'Bearer a2');
      return isWanted ? streamOf([eventOf(`${++streams}`)]) : json({ error: 'Not signed in' }, 401);
    },
    { pause: async () => {} },
  );
  assert.deepEqual(await cursorsOf(client.sync.events(), 2), ['1', '2']);
});

test('an abort ends a pause at once, with its own reason', async () => {
  const controller = new AbortController();
  const { client } = clientOf(lost, {
    pause: (_, signal) => pauseByChance(60_000, signal ?? AbortSignal.abort()),
  });
  const end = client.sync.events(
    {},
    { signal: controller.signal, onCut: () => setImmediate(() => controller.abort(reason)) },
  );
  const reason = new Error('enough');
  await assert.rejects(end.next(), (error) => error === reason);
});

test('after a pause, ended or not, neither a listener nor a timer is left', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const controller = new AbortController();
  await pauseByChance(1, controller.signal);
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
  const pause = pauseByChance(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(pause, /enough/);
  await pauseByChance(1, undefined);
  assert.equal(timers(), before);
});

test('a pause is between a half and the whole of what it may be', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const pause = pauseByChance(1_000, undefined).then(() => {
    isOver = true;
  });
  t.mock.timers.tick(499);
  await Promise.resolve();
  assert.equal(isOver, false);
  t.mock.timers.tick(501);
  await pause;
  await assert.rejects(pauseByChance(1_000, AbortSignal.abort(new Error('over'))), /over/);
});
