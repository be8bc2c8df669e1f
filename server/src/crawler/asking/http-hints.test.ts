import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTimeZones } from '../../../test/time-zones.ts';
import { httpHints } from './http-hints.ts';

const NOW = Date.UTC(2026, 0, 7, 12);
const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const date = new Date(NOW).toUTCString();
const inAnHour = NOW + 3_600 * SECOND;
const inTwoHours = new Date(NOW + 7_200 * SECOND).toUTCString();

const freshness: [headers: Record<string, string>, ms: number | undefined][] = [
  [{ 'cache-control': 'public, max-age=7200' }, 7_200 * SECOND],
  [{ 'cache-control': 'MAX-AGE="7200", must-revalidate' }, 7_200 * SECOND],
  [{ 'cache-control': 'max-age=7200', age: '1200' }, 6_000 * SECOND],
  [{ 'cache-control': 'max-age=7200', age: '9000' }, undefined],
  [{ 'cache-control': 'max-age=2592000' }, 7 * DAY],
  [{ 'cache-control': 's-maxage=7200' }, undefined],
  [{ 'cache-control': 'no-store' }, undefined],
  [{ 'cache-control': 'max-age=0' }, undefined],
  [{ 'cache-control': 'max-age=soon' }, undefined],
  [{ expires: inTwoHours, date }, 7_200 * SECOND],
  [{ expires: inTwoHours, date, 'cache-control': 'max-age=60' }, 60 * SECOND],
  [{ expires: '0', date }, undefined],
  [{ expires: inTwoHours }, undefined],
  [{ expires: '3600', date }, undefined],
  [{ expires: '2040', date }, undefined],
  [{}, undefined],
];
for (const [headers, ms] of freshness) {
  test(`rule 16: ${JSON.stringify(headers)} is fresh for ${ms ?? 'no'} ms`, () => {
    assert.equal(hintsIn(Object.entries(headers)).maxAgeMs, ms);
  });
}

const retries: [value: string, ms: number | undefined][] = [
  ['86400', DAY],
  ['604800', 7 * DAY],
  [inTwoHours, 7_200 * SECOND],
  ['99999999', 30 * DAY],
  [new Date(NOW - DAY).toUTCString(), undefined],
  ['0', undefined],
  ['-5', undefined],
  ['-3600', undefined],
  ['3599.837', 3_599_837],
  ['0.4', 400],
  ['later', undefined],
  // No delay of thirty years, but the time in seconds or milliseconds since 1970.
  [`${inAnHour / 1_000}`, 3_600 * SECOND],
  [`${inAnHour}`, 3_600 * SECOND],
  [`${NOW / 1_000 - 60}`, undefined],
];
for (const [value, ms] of retries) {
  test(`rule 17: Retry-After ${value} asks for ${ms ?? 'no'} ms`, () => {
    assert.equal(hintsIn([['retry-after', value]]).retryAfterMs, ms);
  });
}

const allowances: [headers: Record<string, string>, ms: number | undefined][] = [
  [{ 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '47', 'x-ratelimit-used': '1' }, 47 * SECOND],
  [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '47' }, 47 * SECOND],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${inAnHour / 1_000}` }, 3_600 * SECOND],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${inAnHour}` }, 3_600 * SECOND],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': new Date(inAnHour).toISOString() }, 3_600 * SECOND],
  // By the clock of the site, which is half an hour ahead.
  [
    {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${inAnHour / 1_000}`,
      date: new Date(NOW + 1_800_000).toUTCString(),
    },
    1_800 * SECOND,
  ],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '47', age: '40' }, 7 * SECOND],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '47', age: '60' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999' }, DAY],
  [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '47' }, undefined],
  [{ 'x-ratelimit-remaining': '0' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
  [{ 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': '47' }, undefined],
  [{ 'x-ratelimit-reset': '47' }, undefined],
];
for (const [headers, ms] of allowances) {
  test(`rule 19: ${JSON.stringify(headers)} allows nothing for ${ms ?? 'no'} ms`, () => {
    assert.equal(hintsIn(Object.entries(headers)).spentMs, ms);
  });
}

for (const [how, skewMs] of [
  ['an hour ahead', 3_600 * SECOND],
  ['a year behind', -365 * DAY],
] as const) {
  test(`a Retry-After with a date asks for as long as its site means, though our clock is ${how}`, () => {
    const headers: Headers = [
      ['retry-after', new Date(NOW + 1_800 * SECOND).toUTCString()],
      ['date', date],
    ];
    assert.equal(hintsIn(headers, { now: NOW + skewMs }).retryAfterMs, 1_800 * SECOND);
  });
}

for (const written of [
  'Wed Jan  7 14:00:00 2026',
  'Wednesday, 07-Jan-26 14:00:00 GMT',
  'Wed, 07 Jan 2026 14:00:00',
]) {
  test(`rule 17: Retry-After ${written} means GMT, wherever we are (RFC 9110 §5.6.7)`, (t) => {
    inTimeZones(t, (zone) => {
      assert.equal(hintsIn([['retry-after', written]]).retryAfterMs, 7_200 * SECOND, zone);
    });
  });
}

test('rule 19: what one of many strangers on a host says is told from what its owner says', () => {
  assert.equal(hintsIn([], { url: 'https://one.github.io/feed' }).isShared, true);
  assert.equal(hintsIn([]).isShared, undefined);
});

type Headers = readonly (readonly [string, string])[];

function hintsIn(headers: Headers, { url = 'https://example.com/feed', now = NOW } = {}) {
  return httpHints({ url, headers: new Map(headers) }, now);
}
