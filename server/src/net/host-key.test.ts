import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostKey, isSharedHost } from './host-key.ts';

const cases: [string, string, string][] = [
  ['all names under one registrable domain are one host', 'https://feeds.bbc.co.uk/news', 'bbc.co.uk'],
  ['all blogs of a platform are one host', 'https://someone.substack.com/feed', 'substack.com'],
  ['the scheme and port of a public host do not matter', 'http://someone.substack.com:8080/', 'substack.com'],
  [
    'a platform that the suffix list calls private is one host',
    'https://someone.github.io/atom.xml',
    'github.io',
  ],
  ['the dot of the root does not matter', 'https://blog.example.com./', 'example.com'],
  ['an internationalised name is kept in Punycode', 'https://blog.bücher.de/', 'xn--bcher-kva.de'],
  ['an IPv4 address is kept with its port', 'http://192.0.2.1/feed', '192.0.2.1:80'],
  ['an IPv6 address is kept with its port', 'https://[2001:DB8::1]/feed', '[2001:db8::1]:443'],
  ['the machine itself is kept with its port', 'http://localhost:8080/', 'localhost:8080'],
  ['a name without a dot is kept with its port', 'http://nas/feed', 'nas:80'],
  ['a name of the local network is kept with its port', 'http://printer.local./feed', 'printer.local:80'],
  ['a name under no registry is kept with its port', 'http://rss.nas.lan:1200/', 'rss.nas.lan:1200'],
  [
    'of a name that is too long for any machine, the end counts',
    `http://${'x'.repeat(9)}${'y'.repeat(253)}/`,
    `${'y'.repeat(253)}:80`,
  ],
  ['a public suffix itself is kept with its port', 'https://co.uk/', 'co.uk:443'],
];

for (const [name, url, key] of cases) {
  test(name, () => assert.equal(hostKey(url), key));
}

test('the names of a shared domain belong to strangers, those of a company do not', () => {
  for (const name of ['one.github.io', 'one.vercel.app', 'one.s3.eu-west-1.amazonaws.com'])
    assert.ok(isSharedHost(`https://${name}/feed`), name);
  for (const name of [
    'one.substack.com',
    'docs.amazonaws.com',
    '192.0.2.1',
    'nas',
    'co.uk:443',
    '[2001:db8::1]:8080',
  ])
    assert.ok(!isSharedHost(`http://${name}/feed`), name);
});
