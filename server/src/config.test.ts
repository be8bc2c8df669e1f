import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Config, ConfigMistakes, describeConfig, readConfig, unknownSettings } from './config.ts';

type Key = keyof Config;

const good: { [K in Key]: [raw: string, value: Config[K]][] } = {
  listen: [
    ['', { host: '127.0.0.1', port: 8080 }],
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
    ['[::]:0', { host: '::', port: 0 }],
    ['[::ffff:192.0.2.1]:1', { host: '::ffff:192.0.2.1', port: 1 }],
    ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ],
  publicUrl: [
    ['', undefined],
    ['https://news.example.org', 'https://news.example.org'],
    ['https://News.example.org/', 'https://news.example.org'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://news.example.org:443', 'https://news.example.org'],
  ],
  database: [
    ['', 'file:./data/courant.db'],
    ['file:/var/lib/courant.db', 'file:/var/lib/courant.db'],
    ['postgres://ines:a,b@db/courant', 'postgres://ines:a,b@db/courant'],
    ['postgres:///courant?host=/run/postgresql', 'postgres:///courant?host=/run/postgresql'],
  ],
  fetchAllow: [
    ['', ''],
    ['192.168.0.0/16, nas.lan:8080', '192.168.0.0/16, nas.lan:8080'],
  ],
  passwordGrant: switches(false),
  accessTokenTtlSeconds: [
    ['', 3600],
    ['0', 0],
    ['31536000', 31_536_000],
  ],
  rateLimits: switches(true),
  hardened: switches(false),
  instanceName: [
    ['', 'Courant'],
    ['  News of the house ', 'News of the house'],
    ['x'.repeat(100), 'x'.repeat(100)],
  ],
  logLevel: [
    ['', 'info'],
    ['debug', 'debug'],
    ['error', 'error'],
  ],
  imageCacheBytes: [
    ['', 268_435_456],
    ['16', 16_777_216],
    ['10000', 10_485_760_000],
  ],
  metrics: [
    ['', undefined],
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
  ],
  trustProxy: switches(false),
};

const bad: { [K in Key]: [raw: string, says: RegExp][] } = {
  listen: [
    ...['8080', ':8080', '::1:8080', '[::1]', '[127.0.0.1]:80', 'localhost:65536', 'a b:80', 'http://a:80'],
    ...['localhost:', 'localhost:-1', 'localhost:8o'],
  ].map((raw) => [raw, /must be address:port such as 127\.0\.0\.1:8080$/]),
  publicUrl: [
    ...['news.example.org', 'ftp://news.example.org', 'https://a.example/?b', 'https://a.example/#c'].map(
      (raw): [string, RegExp] => [raw, /must be an http or https URL without query/],
    ),
    ['https://a.example/news', /must have no path/],
    ['https://ines:hunter2@a.example', /must be without a name and a password$/],
    ['https://:hunter2@a.example', /must be without a name and a password$/],
  ],
  database: [
    ['./courant.db', /must be file:PATH/],
    ['file:', /must be file:PATH/],
    ['mysql://ines:hunter2@db/courant', /must be file:PATH/],
    ['postgres:db/courant', /or postgres:/],
    ['postgres://ines:hunter2@db:port/courant', /or postgres:/],
    ...['pass/word', 'pass?word', 'pass#word', 'pa,ss/word', 'pa,ss#word'].map(
      (password): [string, RegExp] => [
        `postgres://ines:${password}@db/courant`,
        /must be file:PATH.*; in a password, \/ is written %2F, \? %3F and # %23$/,
      ],
    ),
    ...['a,b', 'a:5432,b:5432', 'a:5432,[::1]'].map((hosts): [string, RegExp] => [
      `postgres://ines:hunter2@${hosts}/courant?target_session_attrs=read-write`,
      /^COURANT_DATABASE names several hosts, must name one/,
    ]),
    ['postgres://a:5432,b:5432/courant', /names several hosts/],
    ['postgres:///courant?host=a,b', /names several hosts/],
    ...['statement_timeout=30s', 'lock_timeout=', 'query_timeout=99999999999', 'query_timeout=0'].map(
      (limit): [string, RegExp] => [
        `postgres://ines:hunter2@db/courant?sslmode=verify-full&${limit}`,
        new RegExp(`^COURANT_DATABASE says ${limit}, must be whole milliseconds such as 30000$`),
      ],
    ),
    ['postgres://db/courant?port=five', /says port=five, must be a port such as 5432$/],
  ],
  fetchAllow: [],
  passwordGrant: noSwitches(),
  accessTokenTtlSeconds: ['-1', '1.5', '1h', '31536001', '1e3'].map((raw) => [
    raw,
    /must be whole seconds from 0 to 31536000$/,
  ]),
  rateLimits: noSwitches(),
  hardened: noSwitches(),
  instanceName: [['x'.repeat(101), /is longer than 100 characters$/]],
  logLevel: ['INFO', 'all', 'warning'].map((raw) => [raw, /must be one of debug, info, warn, error$/]),
  imageCacheBytes: ['15', '10001', '1 GB', '20.5', '-20'].map((raw) => [
    raw,
    /must be whole megabytes from 16 to 10000$/,
  ]),
  metrics: ['on', '9464', 'localhost'].map((raw) => [raw, /must be address:port such as 127\.0\.0\.1:8080$/]),
  trustProxy: noSwitches(),
};

const variables: Record<Key, string> = {
  listen: 'COURANT_LISTEN',
  publicUrl: 'COURANT_PUBLIC_URL',
  database: 'COURANT_DATABASE',
  fetchAllow: 'COURANT_FETCH_ALLOW',
  passwordGrant: 'COURANT_PASSWORD_GRANT',
  accessTokenTtlSeconds: 'COURANT_ACCESS_TOKEN_TTL',
  rateLimits: 'COURANT_RATE_LIMITS',
  hardened: 'COURANT_HARDENED',
  instanceName: 'COURANT_INSTANCE_NAME',
  logLevel: 'COURANT_LOG_LEVEL',
  imageCacheBytes: 'COURANT_IMAGE_CACHE',
  metrics: 'COURANT_METRICS',
  trustProxy: 'COURANT_TRUST_PROXY',
};
const keys = Object.keys(variables) as Key[];

for (const key of keys) {
  test(`${variables[key]} takes each of its good values`, () => {
    for (const [raw, value] of good[key])
      assert.deepEqual(readConfig({ [variables[key]]: raw })[key], value, raw);
  });
  test(`${variables[key]} says what it should be instead of each bad value`, () => {
    for (const [raw, says] of bad[key]) {
      const [mistake = '', ...others] = mistakesIn({ [variables[key]]: raw });
      assert.deepEqual(others, [], raw);
      assert.ok(mistake.startsWith(`${variables[key]} `), mistake);
      assert.match(mistake, says);
      assert.doesNotMatch(mistake, /hunter2/);
    }
  });
}

test('all mistakes are told at once, in the order of the table', () => {
  const wrong = keys.flatMap((key) =>
    bad[key].slice(0, 1).map(([raw]): [string, string] => [variables[key], raw]),
  );
  const mistakes = mistakesIn(Object.fromEntries(wrong.toReversed()));
  assert.ok(wrong.length > 5);
  assert.deepEqual(
    mistakes.map((mistake) => mistake.split(' ', 1)[0]),
    wrong.map(([variable]) => variable),
  );
});

test('a variable that is empty or blank counts as unset', () => {
  const unset = readConfig({});
  for (const blank of ['', ' ', '\t\n']) {
    assert.deepEqual(readConfig(Object.fromEntries(keys.map((key) => [variables[key], blank]))), unset);
  }
});

test('blanks around a value are no part of it', () => {
  assert.equal(readConfig({ COURANT_LOG_LEVEL: ' warn\n' }).logLevel, 'warn');
});

test('every setting is described with its value in force, its default and a sentence', () => {
  const described = describeConfig({ COURANT_LOG_LEVEL: 'debug', COURANT_LISTEN: ' ' });
  assert.deepEqual(
    described.map(({ variable }) => variable),
    keys.map((key) => variables[key]),
  );
  const of = (name: string) => described.find(({ variable }) => variable === name);
  assert.equal(of('COURANT_LOG_LEVEL')?.value, 'debug');
  assert.equal(of('COURANT_LOG_LEVEL')?.fallback, 'info');
  assert.equal(of('COURANT_LISTEN')?.value, '127.0.0.1:8080');
  for (const { meaning } of described) assert.match(meaning, /\.$/);
});

for (const [variable, raw] of [
  ['COURANT_DATABASE', 'postgres://ines:hunter2@db/courant'],
  ['COURANT_PUBLIC_URL', 'https://ines:hunter2@a.example'],
] as const) {
  test(`a password in ${variable} is shown as [secret]`, () => {
    const described = describeConfig({ [variable]: raw });
    assert.equal(described.find((each) => each.variable === variable)?.value, '[secret]');
    assert.doesNotMatch(JSON.stringify(described), /hunter2/);
  });
}

test('names that look like settings and are none are found', () => {
  const environment = { COURANT_LISTN: 'x', COURANT_LISTEN: 'y', HOME: '/root', XCOURANT_A: '' };
  assert.deepEqual(unknownSettings(environment), ['COURANT_LISTN']);
});

function switches(fallback: boolean): [string, boolean][] {
  return [
    ['', fallback],
    ...['true', 'on', 'YES', '1'].map((raw): [string, boolean] => [raw, true]),
    ...['false', 'Off', 'no', '0'].map((raw): [string, boolean] => [raw, false]),
  ];
}

function noSwitches(): [string, RegExp][] {
  return ['maybe', '2', 'trueish'].map((raw) => [
    raw,
    new RegExp(`^COURANT_\\w+ is ${raw}, must be true \\(or on\\) or false \\(or off\\)$`),
  ]);
}

function mistakesIn(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigMistakes);
    return error.mistakes;
  }
  return assert.fail(`Nothing is wrong with ${JSON.stringify(environment)}`);
}
