import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainHttp, redirectTarget, sameRedirectUri } from './app.ts';

test('redirect addresses are compared exactly', () => {
  assert.ok(sameRedirectUri('https://app.example/a', 'https://app.example/a'));
  const others = [
    'https://app.example/a/',
    'https://APP.example/a',
    'https://app.example/a?',
    'https://app.example:443/a',
  ];
  for (const other of others) assert.ok(!sameRedirectUri('https://app.example/a', other), other);
});

test('only on loopback is the port no part of the address', () => {
  assert.ok(sameRedirectUri('http://127.0.0.1/cb', 'http://127.0.0.1:4711/cb'));
  assert.ok(sameRedirectUri('http://127.0.0.1', 'http://127.0.0.1:4711'));
  assert.ok(sameRedirectUri('http://[::1]:1/cb?a', 'http://[::1]:2/cb?a'));
  assert.ok(sameRedirectUri('http://localhost:1', 'http://localhost:2'));
  const pairs: [string, string][] = [
    ['http://127.0.0.1/cb', 'http://127.0.0.1:4711/cb2'],
    ['http://127.0.0.1/cb', 'http://localhost/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:80@evil.example'],
    ['http://127.0.0.1', 'http://127.0.0.1.evil.example'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:1/cb'],
    ['http://lan.example/cb', 'http://lan.example:8080/cb'],
  ];
  for (const [one, other] of pairs) assert.ok(!sameRedirectUri(one, other), other);
});

test('plain http is what leaves the machine unencrypted', () => {
  assert.deepEqual(
    ['http://lan.example/', 'HTTP://lan.example', 'http://127.0.0.1.evil.example/'].map(isPlainHttp),
    [true, true, true],
  );
  assert.deepEqual(['https://a/', 'http://localhost:1/', 'app:/x'].map(isPlainHttp), [false, false, false]);
});

test('a person is shown the host, or the private scheme', () => {
  assert.equal(redirectTarget('https://app.example:444/x?y'), 'app.example:444');
  assert.equal(redirectTarget('fervorclient://oauth'), 'fervorclient://oauth');
  assert.equal(redirectTarget('org.example.app:/back'), 'org.example.app://');
});
