import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnavailable, mistakeOfPath } from '../dialects/sqlite-mistakes.ts';
import { explaining } from './faults.ts';

test('a disk without room is told as such, and as no fault of the database that is backed up', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const copy = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const writing = asUnavailable(full);
  const opening = mistakeOfPath('/backups/.courant-backup/scratch.db', writing);
  for (const error of [full, copy, writing, opening])
    await assert.rejects(
      explaining({ action: 'back up', signal: undefined }, () => Promise.reject(error)),
      /^Error: Cannot back up: there is no room left on the disk$/,
    );
});
