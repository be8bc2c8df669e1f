import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Log, type LogFacts, type LogLevel, openLog } from './log.ts';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

test('a line is one JSON object: time, level, event and facts', () => {
  assert.equal(
    line('served\nwell', { path: '/', ms: 3, none: undefined }),
    '{"time":"2026-01-02T03:04:05.006Z","level":"info","event":"served\\nwell","path":"/","ms":3}\n',
  );
});

for (const [index, level] of levels.entries()) {
  test(`a log of level ${level} writes what is as grave or graver`, () => {
    const lines = written(level, (log) => {
      for (const each of levels) log[each]('event');
    });
    assert.deepEqual(
      lines.map((each) => JSON.parse(each).level),
      levels.slice(index),
    );
  });
}

for (const name of [
  'authorization',
  'Authorization',
  'Proxy-Authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'password',
  'newPassword',
  'secret',
  'client_secret',
  'clientSecret',
  'token',
  'tokens',
  'access_token',
  'refreshToken',
  'setUpToken',
  'code',
  'code_verifier',
  'codeVerifier',
]) {
  test(`a fact called ${name} never reaches a line, however deep it lies`, () => {
    const cause = Object.assign(new Error('no'), { cause: { [name]: 'hunter2' } });
    const text = line('event', { [name]: ['hunter2'], a: { b: [{ [name]: 'hunter2' }] }, error: cause });
    assert.doesNotMatch(text, /hunter2/);
    assert.equal(JSON.parse(text)[name], '[secret]');
    // Alone, and among harmless facts.
    assert.equal(JSON.parse(line('event', { [name]: 'hunter2', other: 1 }))[name], '[secret]');
  });
}

test('each line says its own time, also where several share one', () => {
  let now = Date.UTC(2026, 0, 1);
  const times: string[] = [];
  const log = openLog({ level: 'info', now: () => now, write: (line) => times.push(JSON.parse(line).time) });
  for (const later of [0, 0, 1, -1]) {
    now += later;
    log.info('something');
  }
  assert.deepEqual(
    times,
    ['00.000', '00.000', '00.001', '00.000'].map((end) => `2026-01-01T00:00:${end}Z`),
  );
});

test('what only sounds like a secret is told', () => {
  const facts = { statusCode: 7, encoding: 'gzip', tokens: 12, secretary: 'Ada' };
  const { time, level, event, ...told } = JSON.parse(line('event', facts));
  assert.deepEqual(told, facts);
});

test('an error is told with its stack and everything that caused it', () => {
  const root = new TypeError('root');
  const { error } = JSON.parse(line('event', { error: new Error('top', { cause: root }) }));
  assert.deepEqual([error.name, error.message], ['Error', 'top']);
  assert.match(error.stack, /log\.test\.ts/);
  assert.deepEqual([error.cause.name, error.cause.message], ['TypeError', 'root']);
});

test('a great number is written', () => {
  assert.equal(JSON.parse(line('event', { id: 2n ** 60n })).id, '1152921504606846976');
});

test('a fact that cannot be written costs its line the facts and nobody anything', () => {
  const round: Record<string, unknown> = {};
  round.itself = round;
  const knot = new Error('knot');
  knot.cause = knot;
  for (const fact of [round, knot]) {
    const told = JSON.parse(line('event', { fact }));
    assert.deepEqual([told.time, told.level, told.event], ['2026-01-02T03:04:05.006Z', 'info', 'event']);
    assert.match(told.unwritable, /circular|call stack/i);
  }
});

function line(event: string, facts: LogFacts): string {
  return written('info', (log) => log.info(event, facts)).join('');
}

function written(level: LogLevel, fn: (log: Log) => void): string[] {
  const lines: string[] = [];
  fn(openLog({ level, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6), write: (text) => void lines.push(text) }));
  return lines;
}
