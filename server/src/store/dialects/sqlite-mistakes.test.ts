import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { systemClock } from '../../clock.ts';
import { openStore } from '../open.ts';
import { mistakeOfPath } from './sqlite-mistakes.ts';

const NOBODY = 65_534;

test('a path that is wrong is told in a sentence that names it, and nothing is made', async (t) => {
  const folder = temporaryFolder(t);
  const [words, link, below] = ['words', 'link', 'words/below.db'].map((name) => join(folder, name));
  assert.ok(words && link && below);
  writeFileSync(words, 'of somebody who has something else to say');
  symlinkSync(join(folder, 'gone.db'), link);
  for (const [path, message] of [
    [folder, `Cannot use the database: ${folder} is a folder`],
    [words, `Cannot use the database: ${words} is no database of SQLite`],
    [
      link,
      `Cannot use the database: ${link} is a link to ${join(folder, 'gone.db')}, where there is nothing`,
    ],
    [below, new RegExp(`^Cannot use the database: ENOTDIR: .*'${below}'$`)],
  ] as const)
    await assert.rejects(openStore(`file:${path}`, systemClock), { message });
  assert.equal(readFileSync(words, 'utf8'), 'of somebody who has something else to say');
  assert.ok(!existsSync(join(folder, 'gone.db')));
});

test('a path that cannot be looked at is not said to lead to nothing', async (t) => {
  const folder = temporaryFolder(t);
  // As with a folder that is closed to the user of a command, but root may look into each.
  const circle = join(folder, 'circle.db');
  symlinkSync(circle, circle);
  await assert.rejects(openStore(`file:${circle}`, systemClock, { mustBeThere: true }), {
    message: `Cannot use the database: ELOOP: too many symbolic links encountered, stat '${circle}'`,
  });
  const none = join(folder, 'none.db');
  await assert.rejects(openStore(`file:${none}`, systemClock, { mustBeThere: true }), {
    message: `Cannot use the database: there is none at ${none}`,
  });
});

test('a file of somebody else is told with its owner, whichever of those of the database it is', {
  skip: process.getuid?.() === 0 && 'root may write everywhere',
}, async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'courant.db');
  const me = process.getuid?.();
  const told = async (place: string, mode: number): Promise<void> => {
    chmodSync(place, mode);
    await assert.rejects(openStore(`file:${path}`, systemClock), {
      message: new RegExp(
        `^Cannot use the database: SQLite says of ${path}: .*; user ${me} may not write ${place}, which belongs to user ${me}$`,
      ),
    });
    chmodSync(place, 0o700);
  };
  const store = await openStore(`file:${path}`, systemClock);
  await told(`${path}-wal`, 0o400);
  await store.close();
  await told(folder, 0o500);
  await told(path, 0o400);
});

test('a folder of somebody else, in which a database cannot be made, is told with its owner', (t) => {
  const folder = temporaryFolder(t);
  const owner = process.getuid?.();
  // Root may write everywhere, and so becomes nobody, once everything is loaded.
  const isRoot = owner === 0;
  chmodSync(folder, isRoot ? 0o755 : 0o500);
  const paths = [join(folder, 'courant.db'), join(folder, 'data', 'courant.db')];
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url));
  const script = `
    const { openStore } = await import(${module('../open.ts')});
    const { systemClock } = await import(${module('../../clock.ts')});
    if (${isRoot}) { process.setgid(${NOBODY}); process.setuid(${NOBODY}); }
    for (const path of ${JSON.stringify(paths)})
      await openStore('file:' + path, systemClock).catch(({ message }) => console.log(message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [inFolder = '', below = '', ...more] = stdout.trimEnd().split('\n');
  const whose = `; user ${isRoot ? NOBODY : owner} may not write ${folder}, which belongs to user ${owner}`;
  assert.equal(inFolder, `Cannot use the database: EACCES: permission denied, open '${paths[0]}'${whose}`);
  assert.equal(
    below,
    `Cannot use the database: EACCES: permission denied, mkdir '${join(folder, 'data')}'${whose}`,
  );
  assert.deepEqual(more, []);
});

test('a database that is damaged is told with what is to be done', () => {
  const damaged = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  assert.equal(
    mistakeOfPath('/srv/courant.db', damaged)?.message,
    'Cannot use the database: SQLite says of /srv/courant.db: database disk image is malformed; restore the newest backup: courant restore --replace FILE',
  );
});

test('what a statement has done wrong is a bug, and told with its place', () => {
  const wrong = Object.assign(new Error('no such column: x'), { errcode: 1 });
  assert.equal(mistakeOfPath('/somewhere', wrong), undefined);
  assert.equal(mistakeOfPath('/somewhere', new TypeError('Cannot read properties of undefined')), undefined);
});
