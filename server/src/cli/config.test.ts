import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig } from '../config.ts';
import { typed } from './testing/typed.ts';

test('every setting is shown with its value and meaning, and its default where it differs', async () => {
  const { code, out, err } = await typed(['config'], {
    COURANT_LOG_LEVEL: 'warn',
    COURANT_PUBLIC_URL: 'https://a.example',
  });
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^COURANT_LISTEN=127\.0\.0\.1:8080\n {4}\S.*\.$/m);
  assert.match(out, /^COURANT_LOG_LEVEL=warn {2}\(default: info\)$/m);
  assert.match(out, /^COURANT_PUBLIC_URL=https:\/\/a\.example {2}\(default: empty\)$/m);
  assert.equal(out.match(/^COURANT_/gm)?.length, describeConfig({}).length);
});

test('a wrong setting is shown with the rest and then told as a mistake', async () => {
  const { code, out, err } = await typed(['config'], { COURANT_LOG_LEVEL: 'loud' });
  assert.equal(code, 78);
  assert.match(out, /^COURANT_LOG_LEVEL=loud {2}\(default: info\)$/m);
  assert.match(err, /COURANT_LOG_LEVEL is loud, must be one of debug, info, warn, error\n$/);
});

test('a slip of the pen is told, and is no mistake', async () => {
  const { code, err } = await typed(['config'], { COURANT_LOGLEVEL: 'warn' });
  assert.deepEqual([code, err], [0, 'COURANT_LOGLEVEL is not a setting of Courant\n']);
});

test('a password in a setting is never printed, be the setting right or wrong', async () => {
  for (const [database, expected] of [
    ['postgres://ines:hunter2@db/x', 0],
    ['mysql://ines:hunter2@db/x', 78],
  ] as const) {
    const { code, out, err } = await typed(['config'], { COURANT_DATABASE: database });
    assert.equal(code, expected);
    assert.match(out, /^COURANT_DATABASE=\[secret\]/m);
    assert.doesNotMatch(out + err, /hunter2/);
  }
  const misplaced = {
    COURANT_LISTEN: 'http://ines:hunter2@db',
    COURANT_FETCH_ALLOW: 'nas http://a:hunter2@b,c',
  };
  const { out, err } = await typed(['config'], misplaced);
  assert.match(out, /^COURANT_FETCH_ALLOW=nas http:\/\/\[secret\]@b,c /m);
  assert.match(err, /COURANT_LISTEN is http:\/\/\[secret\]@db, must be/);
  assert.doesNotMatch(out + err, /hunter2/);
});
