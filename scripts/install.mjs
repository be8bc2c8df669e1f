// Makes a fresh clone ready: installs the packages if they are missing or older than the lockfile. One command does at a time.
// Plain JavaScript, because it runs on whatever Node (20 or newer) the machine has.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Has the number of the process that installs. npm empties node_modules, so it is beside that. */
const claim = `${root}/.installing`;
/** The number of another process may be that of the one that was killed. */
const longestMs = 15 * 60_000;

/** @param {string} path */
function modifiedMs(path) {
  return statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// npm writes node_modules/.package-lock.json last, so its time is that of the last complete installation.
function isInstalled() {
  return modifiedMs('node_modules/.package-lock.json') >= modifiedMs('package-lock.json');
}

/** Whether the claim is this process's from now on. */
function mayInstall() {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/** The process that installs, as it wrote itself down; undefined if it was killed. */
function installer() {
  try {
    const pid = readFileSync(claim, 'utf8');
    // In a container each start may have the number of the one before.
    if (Number(pid) === process.pid || Date.now() - modifiedMs('.installing') > longestMs) return undefined;
    process.kill(Number(pid), 0);
    return pid;
  } catch (error) {
    // Of another user; or done by now.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH' ? undefined : '';
  }
}

function install() {
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

let isTold = false;
while (!isInstalled()) {
  if (mayInstall()) {
    // The one before may have ended just now.
    const status = isInstalled() ? 0 : install();
    rmSync(claim, { force: true });
    process.exit(status);
  }
  const pid = installer();
  if (pid === undefined) rmSync(claim, { force: true });
  else if (pid !== '' && !isTold) {
    isTold = true;
    process.stderr.write(`Waiting for process ${pid}, which installs the packages\n`);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}
