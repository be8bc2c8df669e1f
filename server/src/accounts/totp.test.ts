import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpSecret, stepOfCode, totpCode, totpUri } from './totp.ts';

/** RFC 6238, Appendix B, with the secret 12345678901234567890 (ASCII); the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const rows: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
];
for (const [seconds, code] of rows) {
  test(`the code of second ${seconds} is that of RFC 6238`, () => {
    assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code);
    assert.equal(stepOfCode(SECRET, code, seconds * 1000), Math.floor(seconds / 30));
  });
}

test('a code holds for a step before and a step after its own, and no longer', () => {
  const code = totpCode(SECRET, 1000);
  const steps = [998, 999, 1000, 1001, 1002].map((step) => stepOfCode(SECRET, code, step * 30_000));
  assert.deepEqual(steps, [undefined, 1000, 1000, 1000, undefined]);
});

test('what is not six digits is the code of no step', () => {
  for (const code of ['', '28708', '2870820', 'abcdef', '000000\n'])
    assert.equal(stepOfCode(SECRET, code, 59_000), undefined);
});

test('each secret is another, of 160 bits, and the link names who it is for', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  assert.match(one, /^[A-Z2-7]{32}$/);
  assert.notEqual(one, other);
  assert.equal(
    totpUri({ secret: 'ABC', name: 'Ada & Co', issuer: 'news.example' }),
    'otpauth://totp/news.example:Ada%20%26%20Co?secret=ABC&issuer=news.example',
  );
});
