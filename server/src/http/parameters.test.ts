// Parameters as apps of older protocols send them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../model/refusal.ts';
import { readParameters, withEscapedAmpersands } from './parameters.ts';
import type { Call } from './routing.ts';

function callOf(url: string, init: RequestInit = {}): Call {
  const request = new Request(new URL(url, 'http://host.invalid'), { method: 'POST', ...init });
  return { request, url: new URL(request.url), params: {}, requestId: '', address: '', secure: true };
}

test('what is in the body stands instead of what is in the URL, name by name, and repeats', async () => {
  const body = new URLSearchParams('i=1&i=2&a=x');
  const parameters = await readParameters(callOf('/?i=9&s=y', { body }), 'answer');
  assert.deepEqual(parameters.all('i'), ['1', '2']);
  assert.deepEqual(
    [parameters.one('a'), parameters.one('s'), parameters.one('t'), parameters.has('s'), parameters.has('t')],
    ['x', 'y', undefined, true, false],
  );
});

test('a form is read whatever type is named, escaped or not', async () => {
  for (const type of ['', 'text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
    const headers = { 'Content-Type': type };
    const parameters = await readParameters(callOf('/', { body: 'i=tag:a,b/c&a=%C3%A9', headers }), 'answer');
    assert.deepEqual([parameters.one('i'), parameters.one('a')], ['tag:a,b/c', 'é']);
  }
});

test('a multipart body is read, and files in it are passed over', async () => {
  const body = new FormData();
  body.append('i', '1');
  body.append('i', '2');
  body.append('file', new Blob(['x']), 'x.txt');
  const parameters = await readParameters(callOf('/', { body }), 'answer');
  assert.deepEqual([parameters.all('i'), parameters.has('file')], [['1', '2'], false]);
});

test('what is called multipart and is not, and what is too long, is refused', async () => {
  const isRefused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  await assert.rejects(readParameters(callOf('/', { body: 'i=1', headers }), 'answer'), isRefused('invalid'));
  const body = `i=${'1'.repeat(2 * 1024 * 1024)}`;
  await assert.rejects(readParameters(callOf('/', { body }), 'answer'), isRefused('too-large'));
});

test('a compressed body is refused, and not taken for one without parameters; other codings are let through', async () => {
  const sent = (coding: string, body: string | Uint8Array<ArrayBuffer>) =>
    readParameters(callOf('/?T=x', { body, headers: { 'Content-Encoding': coding } }), 'answer');
  const body = new Uint8Array(gzipSync('i=1&a=x'));
  await assert.rejects(sent('gzip', body), {
    code: 'wrong-media-type',
    message: 'Cannot answer: the body has the Content-Encoding gzip, must have none',
  });
  await assert.rejects(sent('utf-8, BR', body), { code: 'wrong-media-type' });
  assert.equal((await sent('utf-8', 'i=1&a=x')).one('i'), '1');
  assert.equal((await sent('gzip', '')).one('T'), 'x');
});

test('an ampersand that nothing with an equals sign follows belongs to the value before it', () => {
  const readings: [written: string, read: [string, string][]][] = [
    [
      'T=x&s=label/News & culture',
      [
        ['T', 'x'],
        ['s', 'label/News & culture'],
      ],
    ],
    [
      's=A & B & C&T=x',
      [
        ['s', 'A & B & C'],
        ['T', 'x'],
      ],
    ],
    [
      '?s=AT%26T&t=AT&T',
      [
        ['s', 'AT&T'],
        ['t', 'AT&T'],
      ],
    ],
    [
      'i=1&i=2&',
      [
        ['i', '1'],
        ['i', '2'],
      ],
    ],
    [
      'i=1&&T=',
      [
        ['i', '1'],
        ['T', ''],
      ],
    ],
    [
      'api&T=x',
      [
        ['api', ''],
        ['T', 'x'],
      ],
    ],
  ];
  for (const [written, read] of readings) {
    assert.deepEqual([...new URLSearchParams(withEscapedAmpersands(written))], read, written);
  }
});

test('the fields of a query are counted like those of a body', async () => {
  for (const body of ['', 'i=1']) {
    const query = `/?${'&a'.repeat(100_000)}`;
    await assert.rejects(readParameters(callOf(query, { body }), 'answer'), { code: 'too-large' });
  }
  const parameters = await readParameters(
    callOf('/?s=a%26b&t=c&d', { body: '' }),
    'answer',
    withEscapedAmpersands,
  );
  assert.deepEqual([parameters.one('s'), parameters.one('t')], ['a&b', 'c&d']);
});
