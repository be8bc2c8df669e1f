import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const skip = process.platform !== 'linux' && 'only Linux has priorities of threads';

test('a thread gives way, and the others of its process do not', { skip }, async () => {
  const before = getPriority(0);
  const program = `
    const { getPriority } = require('node:os');
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(import.meta.resolve('./give-way.ts'))}).then(({ giveWay }) => {
      giveWay(7);
      giveWay(7);
      parentPort.postMessage(getPriority(0));
    });`;
  const worker = new Worker(program, { eval: true });
  const own = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  assert.equal(own, Math.min(19, before + 7));
  assert.equal(getPriority(0), before);
});
