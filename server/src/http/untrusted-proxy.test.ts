import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../log.ts';
import { type ListenOptions, listen } from './listen.ts';
import { WholeResponse } from './whole-response.ts';

const forwarded = { 'X-Forwarded-For': '198.51.100.1' };

test('a proxy on this machine that is not trusted is logged once, with the setting that trusts it', async (t) => {
  const proxySetting = 'COURANT_TRUST_PROXY';
  const heardWith = async (options: Partial<ListenOptions>, headers: Record<string, string>) => {
    const heard: unknown[] = [];
    const log: Log = { debug() {}, info() {}, error() {}, warn: (...said) => heard.push(said) };
    const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, log, ...options });
    t.after(() => listener.close(0));
    listener.serve(async () => new WholeResponse(''));
    for (let asked = 0; asked < 3; asked++)
      await (await fetch(`http://127.0.0.1:${listener.port}/`, { headers })).text();
    return heard;
  };
  assert.deepEqual(await heardWith({ proxySetting }, forwarded), [
    ['a proxy on this machine is not trusted', { setting: proxySetting }],
  ]);
  assert.deepEqual(await heardWith({ proxySetting }, { 'X-Forwarded': 'x' }), []);
  assert.deepEqual(await heardWith({ proxySetting, trustProxy: true }, forwarded), []);
  assert.deepEqual(await heardWith({}, forwarded), [], 'of metrics');
});
