// Makes a fresh clone ready: installs the packages if they are missing or older than the lockfile.
// Plain JavaScript, because it runs on whatever Node (20 or newer) the machine has.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path */
function modifiedMs(path) {
  return statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// npm writes node_modules/.package-lock.json last, so its time is that of the last complete installation.
if (modifiedMs('node_modules/.package-lock.json') < modifiedMs('package-lock.json')) {
  const installed = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exit(installed.status ?? 1);
}
