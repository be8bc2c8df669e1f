import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AllowList, mayDial, parseAllowList, whyRefused } from './allowed-addresses.ts';

const nothing = allowing('');

test('private addresses are refused in every spelling that a URL allows', () => {
  const hosts = [
    ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1', '017700000001'],
    ...['0177.0.0.1', '127.0.0.1.', '127。0。0。1', '１２７.0.0.1', '%31%32%37.0.0.1', '127.255.255.254'],
    ...['0', '0.0.0.0', '0x0', '10.0.0.1', '10.255.255.255', '0xa000001', '172.16.0.1', '172.31.255.255'],
    ...['192.168.0.1', '192.168.257', '3232235521', '169.254.169.254', '0xa9fea9fe', '2852039166'],
    ...['168.63.129.16', '100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250'],
    ...['240.0.0.1', '255.255.255.255', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ...['169.254.0.1', '169.254.255.254', '192.0.0.8', '100.127.255.255', '192.168.255.255'],
    ...['0.255.255.255', '[2001:1ff::1]', '[2002:ffff::1]', '[2620:4f:8000:ffff::1]', '[3fff:fff::1]'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]'],
    ...['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]'],
    ...['[fd20:ce::254]', '[ff02::1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]'],
    ...['[2001::1]', '[2001:0:4136:e378::1]', '[2001:2::1]', '[2001:20::1]', '[2001:db8::1]', '[100::1]'],
    ...['[2002:7f00:1::]', '[2002:0808:0808::1]', '[3fff::1]', '[5f00::1]', '[2620:4f:8000::1]', '[4000::1]'],
  ];
  for (const host of hosts) {
    assert.match(whyRefused(new URL(`http://${host}/`), nothing) ?? 'let through', /not a public/, host);
  }
});

test('public addresses are dialled', () => {
  const addresses = [
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ...['128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '2001:200::1', '2606:4700::1111', '2a00:1450::1'],
    ...[
      '2001:4860:4860::8888',
      '3ffe::1',
      '2001:4860:1:2:3:4:5:6',
      '::ffff:8.8.8.8',
      '64:ff9b::8.8.8.8',
      '64:ff9b::172.217.0.1',
    ],
  ];
  for (const address of addresses) assert.ok(dial('feeds.test', address), address);
});

test('what is no address at all is not dialled', () => {
  for (const address of ['', 'localhost', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', '::1%lo', 'g::1']) {
    assert.equal(dial('feeds.test', address), false, address);
  }
});

test('only http and https are spoken', () => {
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'data:,x',
    'ws://example.com/',
  ]) {
    assert.match(whyRefused(new URL(url), nothing) ?? '', /neither http nor https/, url);
  }
  assert.equal(whyRefused(new URL('https://example.com:8443/'), nothing), undefined);
});

test('ports of other services are refused, unless the operator opened that very port', () => {
  for (const port of [0, 22, 25, 53, 110, 3306, 5432, 6379, 9200, 11211, 27017]) {
    assert.match(
      whyRefused(new URL(`http://example.com:${port}/`), nothing) ?? '',
      /another service/,
      `${port}`,
    );
  }
  const redis = new URL('http://nas.lan:6379/');
  assert.match(whyRefused(redis, allowing('nas.lan')) ?? '', /another service/);
  assert.match(whyRefused(redis, allowing('*')) ?? '', /another service/);
  assert.match(whyRefused(redis, allowing('other.lan:6379')) ?? '', /another service/);
  assert.equal(whyRefused(redis, allowing('nas.lan:6379')), undefined);
  assert.equal(whyRefused(new URL('http://10.0.0.7:6379/'), allowing('10.0.0.7:6379')), undefined);
  for (const allow of ['10.0.0.8:6379', '10.0.0.7:6380', '10.0.0.7', '10.0.0.0/8'])
    assert.match(
      whyRefused(new URL('http://10.0.0.7:6379/'), allowing(allow)) ?? '',
      /another service/,
      allow,
    );
  assert.match(
    whyRefused(new URL('http://example.com:6379/'), allowing('10.0.0.7:6379')) ?? '',
    /another service/,
  );
});

test('an address without a port has that of its scheme', () => {
  const [plain, encrypted] = [new URL('http://10.0.0.7/'), new URL('https://10.0.0.7/')];
  for (const [url, allow, isOpen] of [
    [plain, '10.0.0.7:80', true],
    [plain, '10.0.0.7:443', false],
    [encrypted, '10.0.0.7:443', true],
    [encrypted, '10.0.0.7:80', false],
  ] as const)
    assert.equal(whyRefused(url, allowing(allow)) === undefined, isOpen, `${url} ${allow}`);
});

test('a block opens its addresses and no others', () => {
  const allow = allowing('192.168.0.0/16, fd00::/8');
  assert.ok(dial('nas.lan', '192.168.255.1', allow));
  assert.ok(dial('192.168.1.1', '192.168.1.1', allow));
  assert.ok(dial('nas.lan', '::ffff:192.168.1.1', allow));
  assert.ok(dial('nas.lan', 'fd12::1', allow));
  assert.equal(dial('nas.lan', '192.169.0.1', allow), true, 'is public anyway');
  assert.equal(dial('nas.lan', '10.0.0.1', allow), false);
  assert.equal(dial('nas.lan', 'fc00::1', allow), false);
  assert.equal(dial('nas.lan', 'fd12::1', allowing('0.0.0.0/0')), false, 'all of IPv4 is none of IPv6');
  assert.equal(dial('nas.lan', '10.0.0.1', allowing('::/0')), false);
});

test('a block whose length is no multiple of eight is cut at the bit', () => {
  const allow = allowing('172.16.0.0/13');
  assert.ok(dial('a.lan', '172.23.255.255', allow));
  assert.equal(dial('a.lan', '172.24.0.0', allow), false);
});

test('an address opens itself, with a port on that port only', () => {
  assert.ok(dial('10.0.0.7', '10.0.0.7', allowing('10.0.0.7'), 8080));
  assert.ok(dial('10.0.0.7', '10.0.0.7', allowing('10.0.0.7:8080'), 8080));
  assert.equal(dial('10.0.0.7', '10.0.0.7', allowing('10.0.0.7:8080'), 8081), false);
  assert.equal(dial('10.0.0.8', '10.0.0.8', allowing('10.0.0.7'), 8080), false);
  assert.ok(dial('a.lan', 'fd00::7', allowing('[fd00::7]:8080'), 8080));
  assert.equal(dial('a.lan', 'fd00::7', allowing('[fd00::7]:8080'), 80), false);
  assert.ok(dial('a.lan', '::1', allowing('::1')));
});

test('a host opens its name on its port, not the address behind it', () => {
  const allow = allowing('Internal.Test:8080');
  assert.ok(dial('internal.test', '127.0.0.1', allow, 8080));
  assert.ok(dial('internal.test.', '127.0.0.1', allow, 8080));
  assert.equal(dial('internal.test', '127.0.0.1', allow, 8081), false);
  assert.equal(dial('127.0.0.1', '127.0.0.1', allow, 8080), false);
  assert.equal(dial('evil.test', '127.0.0.1', allow, 8080), false);
  assert.equal(dial('sub.internal.test', '127.0.0.1', allow, 8080), false);
  assert.ok(dial('nas', '10.0.0.1', allowing('nas'), 1234));
  assert.ok(dial('xn--bcher-kva.lan', '10.0.0.1', allowing('bücher.lan')));
});

test('a metadata address is opened by nothing but itself', () => {
  const addresses = [
    ...[
      '169.254.169.254',
      '169.254.170.2',
      '169.254.170.23',
      '168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
    ],
    ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', '::ffff:169.254.169.254'],
  ];
  for (const metadata of addresses) {
    for (const allow of ['*', '169.254.0.0/16', '0.0.0.0/0', 'fd00::/8', '::/0', 'metadata.test', '']) {
      assert.equal(dial('metadata.test', metadata, allowing(allow)), false, `${allow} opens ${metadata}`);
    }
  }
  assert.ok(dial('m.test', '169.254.169.254', allowing('169.254.169.254/32')));
  assert.ok(dial('m.test', '169.254.169.254', allowing('169.254.169.254')));
  assert.ok(dial('m.test', 'fd00:ec2::254', allowing('fd00:ec2::254/128')));
});

test('a star opens all the rest', () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', 'fd00::1', '2002:a00:1::']) {
    assert.ok(dial('a.lan', address, allowing('*')), address);
  }
});

test('an allow list tells all its mistakes', () => {
  const bad = [
    'nas.lan/8',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'nas.lan:0',
    'nas.lan:65536',
    'nas.lan:x',
  ];
  bad.push('http://nas.lan', '127.1', '0x7f.1', 'a_b!', '[fd00::7', '[nas]:80', ':80', '*.lan', 'x@nas.lan');
  // What NO_PROXY of other programs takes for a whole domain would open nothing here.
  bad.push('.corp.example', '.corp.example:443', 'nas..lan', 'nas.lan..');
  const parsed = parseAllowList(`nas.lan ${bad.join(' , ')}`);
  assert.ok('mistakes' in parsed);
  assert.equal(parsed.mistakes.length, bad.length, parsed.mistakes.join('\n'));
  for (const [index, word] of bad.entries()) assert.ok(parsed.mistakes[index]?.includes(`"${word}"`));
});

test('an empty allow list opens nothing', () => {
  assert.deepEqual(parseAllowList(' \n, '), { entries: [] });
});

function allowing(text: string): AllowList {
  const parsed = parseAllowList(text);
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('; '));
  return parsed;
}

function dial(hostname: string, address: string, allow = nothing, port = 80): boolean {
  return mayDial({ hostname, address, port }, allow);
}
