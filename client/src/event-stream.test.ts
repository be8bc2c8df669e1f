import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractError, CourantError, NetworkError } from './errors.ts';
import { createEventParser } from './event-stream.ts';
import { clientOf, cursorsOf, eventOf, json, rotating, signedIn, streamOf } from './fake-service.ts';

test('events are read however they are cut, with any end of line, and comments are no events', () => {
  const text = `retry: 3000\n\n:\n\n${eventOf('a')}id: b\r\ndata: one\r\ndata: two\r\n\r\n:x\r\rdata:three\r\rid: c\n\n`;
  const expected = [
    { id: 'a', data: '{"cursor":"a","more":false}' },
    { id: 'b', data: 'one\ntwo' },
    { id: 'b', data: 'three' },
  ];
  for (const size of [1, 2, 3, 7, text.length]) {
    const parse = createEventParser();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    assert.deepEqual(pieces.flatMap(parse), expected, `pieces of ${size}`);
  }
});

test('a stream gives its events, each as soon as it is whole', async () => {
  const { client, seen } = clientOf(
    () => streamOf(['retry: 3000\n\n', eventOf('a').slice(0, 9), eventOf('a').slice(9), eventOf('b')]),
    { validate: true },
  );
  assert.deepEqual(await cursorsOf(client.sync.events({ since: 'x', content: false }), 2), ['a', 'b']);
  assert.deepEqual(seen(), ['GET /api/app.courant.sync/v1/events?since=x&content=false']);
});

test('a stream is asked for as one, past the cache of the browser, and nothing else is', async () => {
  const asked: unknown[] = [];
  const { client } = clientOf(({ url, init }) => {
    asked.push([new Headers(init.headers).get('accept'), init.cache]);
    return url.pathname.endsWith('/events') ? streamOf([eventOf('a')]) : json([]);
  });
  await cursorsOf(client.sync.events(), 1);
  await client.feeds.list();
  assert.deepEqual(asked, [
    ['text/event-stream', 'no-store'],
    ['application/json', undefined],
  ]);
});

test('a letter that is cut in two arrives whole', async () => {
  const bytes = new TextEncoder().encode('data: {"cursor":"ö","more":false}\n\n');
  const at = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, at));
      controller.enqueue(bytes.slice(at));
      controller.close();
    },
  });
  const { client } = clientOf(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  assert.deepEqual(await cursorsOf(client.sync.events(), 1), ['ö']);
});

for (const [who, signal] of [
  ['that only the reader can end', undefined],
  ['that a signal can end, too,', new AbortController().signal],
] as const) {
  test(`a stream ${who} is cut when it falls silent`, async () => {
    const cuts: unknown[] = [];
    const { client } = clientOf((request) => broken(request.init.signal ?? undefined), {
      timeoutMs: 30,
      pause: async () => {},
    });
    const events = client.sync.events({}, { signal, onCut: ({ error }) => cuts.push(error) });
    assert.deepEqual(await cursorsOf(events, 2), ['a', 'a']);
    assert.ok(cuts[0] instanceof NetworkError && cuts.length === 1);
  });
}

test('a stream of which something is heard now and then goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const { client } = clientOf(
    ({ init }) => {
      init.signal?.addEventListener('abort', () => body?.error(init.signal?.reason));
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            body = controller;
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      );
    },
    { timeoutMs: 30 },
  );
  const events = client.sync.events({}, { onCut: ({ error }) => assert.fail(error) });
  const heard: string[] = [];
  for (const cursor of ['a', 'b', 'c']) {
    const next = events.next();
    // The request goes out, and then what is written arrives.
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(20);
    body?.enqueue(new TextEncoder().encode(eventOf(cursor)));
    heard.push((await next).value?.cursor ?? '');
  }
  assert.deepEqual(heard, ['a', 'b', 'c']);
  await events.return(undefined as never);
});

test('a stream that nobody listens to any more, and what is no stream, are closed, and keep no process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  const before = timers();
  const listening = clientOf(() => streamOf([eventOf('a'), eventOf('b')]));
  await cursorsOf(listening.client.sync.events(), 1);
  assert.equal(listening.asked[0]?.init.signal?.aborted, true);
  const refused = clientOf(() => json({}));
  await assert.rejects(refused.client.sync.events().next(), ContractError);
  assert.equal(refused.asked[0]?.init.signal?.aborted, true);
  const unreachable = clientOf(() => Promise.reject(new TypeError('fetch failed')), {
    pause: () => Promise.reject(new Error('over')),
  });
  await assert.rejects(unreachable.client.sync.events().next(), { message: 'over' });
  assert.equal(timers(), before);
});

test('an abort throws its own reason, and is no cut', async () => {
  const controller = new AbortController();
  const { client } = clientOf((request) => broken(request.init.signal ?? undefined));
  const events = client.sync.events(
    {},
    { signal: controller.signal, onCut: ({ error }) => assert.fail(error) },
  );
  await events.next();
  const reason = new Error('enough');
  const end = events.next();
  controller.abort(reason);
  await assert.rejects(end, (error) => error === reason);
});

test('a refusal before the stream is a CourantError, and a token that is refused is renewed once', async () => {
  const refusing = clientOf(() => json({ error: 'Start again' }, 410));
  await assert.rejects(
    refusing.client.sync.events().next(),
    (error) => error instanceof CourantError && error.status === 410 && error.error === 'Start again',
  );
  const { handler } = rotating();
  const { client, seen } = signedIn(async (request) => {
    const answer = await handler(request);
    return request.url.pathname.endsWith('/events') && answer.ok ? streamOf([eventOf('a')]) : answer;
  });
  assert.deepEqual(await cursorsOf(client.sync.events(), 1), ['a']);
  assert.equal(seen().filter((call) => call.includes('/events')).length, 2);
});

test('what is no stream, and an event that is not as the contract has it, are a ContractError', async () => {
  await assert.rejects(
    clientOf(() => json({}))
      .client.sync.events()
      .next(),
    ContractError,
  );
  const unnamed = () =>
    new Response(streamOf([eventOf('a')]).body, { headers: { 'content-type': 'text/event-stream' } });
  await assert.rejects(clientOf(unnamed, { validate: true }).client.sync.events().next(), /X-Request-Id/);
  const wrong = () => streamOf(['data: {"cursor":1}\n\n']);
  await assert.rejects(clientOf(wrong, { validate: true }).client.sync.events().next(), ContractError);
  await assert.rejects(
    clientOf(() => streamOf(['data: <html>\n\n']))
      .client.sync.events()
      .next(),
    ContractError,
  );
});

/** One event and then nothing, in the way that fetch does it: an abort breaks the body. */
function broken(signal: AbortSignal | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(eventOf('a')));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
