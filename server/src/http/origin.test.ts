import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originOf } from './origin.ts';

function from(origin: string, publicUrl: string): string {
  const request = new Request('http://host.invalid/', { headers: { origin } });
  return originOf({ publicUrl }, { request });
}

test('the address of the instance is its own origin, with the port of its scheme or without, and no other is', () => {
  for (const publicUrl of ['http://news.example', 'http://news.example:80'])
    assert.equal(from('http://news.example', publicUrl), 'own');
  for (const origin of [
    'https://news.example',
    'http://news.example:8080',
    'http://host.invalid',
    'http://a.news.example',
    'null',
    '',
  ])
    assert.equal(from(origin, 'http://news.example'), 'other', origin);
});
