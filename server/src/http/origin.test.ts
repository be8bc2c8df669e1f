import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originOf } from './origin.ts';

function sentWith(headers: Record<string, string>, publicUrl = 'http://news.example'): string {
  return originOf({ publicUrl }, { request: new Request('http://host.invalid/', { headers }) });
}

test('the address of the instance is its own origin, with the port of its scheme or without, and no other is', () => {
  for (const publicUrl of ['http://news.example', 'http://news.example:80'])
    assert.equal(sentWith({ origin: 'http://news.example' }, publicUrl), 'own');
  for (const origin of [
    'https://news.example',
    'http://news.example:8080',
    'http://host.invalid',
    'http://a.news.example',
    'null',
    '',
  ])
    assert.equal(sentWith({ origin }), 'other', origin);
});

test('what a browser says of the site counts before the origin: our own pages and typed addresses are ours, all else is not', () => {
  for (const site of ['same-origin', 'none'])
    assert.equal(sentWith({ 'sec-fetch-site': site, origin: 'null' }), 'own', site);
  for (const site of ['same-site', 'cross-site', '', 'same-origin, cross-site', 'SAME-ORIGIN'])
    assert.equal(sentWith({ 'sec-fetch-site': site, origin: 'http://news.example' }), 'other', site);
  assert.equal(sentWith({}), 'unknown');
});
