// Tests what the address field starts with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absoluteAddresses, broughtAddress, isWebAddress } from './address.ts';

test('the address comes from the link, or out of what was shared', () => {
  const cases = [
    ['', ''],
    ['?url=https%3A%2F%2Fa.example%2Ffeed', 'https://a.example/feed'],
    ['?url=web%2Bfeed%3Ahttps%3A%2F%2Fa.example%2F', 'https://a.example/'],
    ['?url=web%2Bfeed%3A%2F%2Fa.example%2Ffeed', 'a.example/feed'],
    ['?title=A&text=Read+this+https%3A%2F%2Fa.example%2Fpost+now&url=', 'https://a.example/post'],
    ['?text=a.example', 'a.example'],
    ['?text=web%2Bfeed%3Ahttps%3A%2F%2Fa.example%2F', 'https://a.example/'],
  ] as const;
  for (const [search, expected] of cases) assert.equal(broughtAddress(search), expected, search);
});

test('an address may be typed without its scheme', () => {
  const cases = [
    [' a.example/blog ', 'https://a.example/blog', 'http://a.example/blog'],
    ['localhost:8080/feed', 'https://localhost:8080/feed', 'http://localhost:8080/feed'],
    ['http://a.example', 'http://a.example'],
    ['feed://a.example/feed', 'https://a.example/feed', 'http://a.example/feed'],
    ['web+feed:http://a.example/feed', 'http://a.example/feed'],
    ['itpc://a.example/feed', 'https://a.example/feed', 'http://a.example/feed'],
    ['pcast://http://a.example/feed', 'http://a.example/feed'],
    ['podcast://a.example/feed', 'https://a.example/feed', 'http://a.example/feed'],
  ] as const;
  for (const [typed, ...expected] of cases) assert.deepEqual(absoluteAddresses(typed), expected, typed);
});

test('words, and the addresses of anything but the web, are not asked for', () => {
  for (const typed of ['a.example', '@ann@a.example', 'http://127.0.0.1:8080/feed', 'münchen.example/ä b'])
    assert.equal(isWebAddress(absoluteAddresses(typed)[0]), true, typed);
  for (const typed of ['nowhere at all', 'ftp://a.example/feed'])
    assert.equal(isWebAddress(absoluteAddresses(typed)[0]), false, typed);
});
