// Tests that scripts/shake.ts leaves no process stopped behind.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('shake.ts', import.meta.url));
/** Says the number of a process below itself, and waits for that. */
const command = ['sh', '-c', 'sleep 600 & echo $!; wait'];

/** The program itself needs it to find processes; small images lack it. */
const skip = spawnSync('ps').error === undefined ? false : 'there is no ps';

/** As `ps` tells it; empty: there is none. */
function stateOf(id: string): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', id], { encoding: 'utf8' }).stdout.trim();
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  test(`a process that is stopped goes on when shaking is called off by ${name}`, { skip }, async (t) => {
    const shaken = spawn(process.execPath, [program, '3', ...command], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(shaken.stdout.setEncoding('utf8'), 'data');
    const id = said.trim();
    t.after(() => spawnSync('kill', ['-KILL', id]));
    while (!stateOf(id).startsWith('T')) assert.notEqual(stateOf(id), '');
    // Ctrl-C reaches the whole group, a supervisor's signal the program alone.
    process.kill(name === 'SIGINT' ? -(shaken.pid ?? 0) : (shaken.pid ?? 0), name);
    await once(shaken, 'exit');
    assert.doesNotMatch(stateOf(id), /^T/);
  });
}
