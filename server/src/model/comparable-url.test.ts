import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableUrl, publisherOf, untrackedUrl } from './comparable-url.ts';

test('the protocol, www, the place in the page and a last slash make no difference, and all else does', () => {
  const page = comparableUrl('https://a.example/b?c');
  for (const same of ['http://a.example/b?c', 'HTTPS://WWW.a.example/b?c', 'https://a.example/b?c#d\ne#f'])
    assert.equal(comparableUrl(same), page, same);
  assert.equal(comparableUrl('https://a.example/b/#c'), comparableUrl('https://a.example/b'));
  for (const other of [
    'https://a.example/b',
    'https://a.example/B?c',
    'https://www2.a.example/b?c',
    'ftp://a.example/b?c',
  ])
    assert.notEqual(comparableUrl(other), page, other);
  assert.notEqual(comparableUrl('https://a.example//'), comparableUrl('https://a.example/'));
});

test('a publisher has a scheme, a host and a port', () => {
  assert.equal(publisherOf('https://www.a.example/b?c'), publisherOf('https://a.example:443/'));
  for (const other of [
    'http://a.example/',
    'https://b.a.example/',
    'https://a.example:8443/',
    'https://wwwa.example/',
  ])
    assert.notEqual(publisherOf(other), publisherOf('https://a.example/'), other);
});

const trackers =
  'utm_source UTM_Medium mtm_kwd itm_id hmb_source fb_ref mc_cid campaign_id oly_enc_id vero_id _hsenc __hstc hsa_cam ' +
  'fbclid gclid gbraid wbraid gclsrc srsltid _openstat mkt_tok _bhlid sc_cid ref';

test('what counts visitors is left out, wherever it stands, and what is left is sorted', () => {
  const page = untrackedUrl('https://a.example/b?a=1&z=2');
  for (const tracker of trackers.split(' ')) {
    for (const field of [tracker, `${tracker}=`, `${tracker}=c=d`]) {
      assert.equal(untrackedUrl(`https://a.example/b?z=2&${field}&a=1`), page, field);
      assert.equal(untrackedUrl(`https://a.example/b/?${field}`), 'a.example/b', field);
    }
  }
  for (const field of [
    'utm',
    'utm_=1',
    'xutm_source=1',
    'reference=1',
    'href=1',
    'clids=1',
    'p=ref',
    'hsa_grp=1',
  ])
    assert.equal(untrackedUrl(`https://a.example/b?${field}`), `a.example/b?${field}`);
});
