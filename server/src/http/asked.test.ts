import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodilessRequest, namesHeader } from './asked.ts';

const url = 'http://host.invalid/';
const makeSignal = () => new AbortController().signal;

test('the headers of a request without a body are those that fetch would give', () => {
  const rawHeaders = ['Accept', 'a', 'COOKIE', 'x=1', 'accept', 'b', 'Cookie', 'y=2', 'X-Empty', ''];
  const { headers } = new BodilessRequest({ method: 'GET', url, rawHeaders, makeSignal });
  const fetched = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    fetched.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  for (const name of ['accept', 'Accept', 'cookie', 'x-empty', 'missing']) {
    assert.equal(headers.get(name), fetched.get(name), name);
    assert.equal(headers.has(name), fetched.has(name), name);
  }
});

test('a value is never taken for the name of a header', () => {
  const rawHeaders = ['A', 'Cookie', 'B', 'x'];
  const { headers } = new BodilessRequest({ method: 'GET', url, rawHeaders, makeSignal });
  assert.equal(headers.get('cookie'), null);
  assert.deepEqual(
    ['cookie', 'a', 'ab'].map((name) => namesHeader(rawHeaders, name)),
    [false, true, false],
  );
});

test('words tell apart what differs in anything that was said', () => {
  const words = (method: string, address: string, ...rawHeaders: string[]) =>
    new BodilessRequest({ method, url: address, rawHeaders, makeSignal }).words;
  const all = [
    words('GET', url),
    words('HEAD', url),
    words('GET', `${url}a`),
    words('GET', url, 'A', 'b'),
    words('GET', url, 'A', 'c'),
    words('GET', url, 'A', 'b', 'C', ''),
    words('GET', url, 'A', 'b, C'),
  ];
  assert.equal(new Set(all).size, all.length);
  assert.equal(words('GET', url, 'A', 'b'), words('GET', url, 'A', 'b'));
});

test('the signal of a request is made when somebody first looks at it, and once', () => {
  let made = 0;
  const counted = () => {
    made++;
    return makeSignal();
  };
  const request = new BodilessRequest({ method: 'GET', url, rawHeaders: [], makeSignal: counted });
  assert.equal(made, 0);
  assert.equal(request.signal, request.signal);
  assert.equal(made, 1);
});
