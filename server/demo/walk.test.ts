import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { Step } from './steps.ts';
import { walk } from './walk.ts';

test('a line finds what the lines before it have set', async (t) => {
  const { isGood, said } = await walkThrough(t, [
    step(['WORD=heron'], ''),
    step(['echo "$WORD" | node -p "fs.readFileSync(0).length"'], '6'),
  ]);
  assert.ok(isGood, said);
});

test('a wrong answer is shown, and nothing is typed after it', async (t) => {
  const { isGood, said } = await walkThrough(t, [
    step(['echo one'], 'two'),
    step(['echo never typed'], 'never typed'),
  ]);
  assert.equal(isGood, false);
  assert.match(said, /\$ echo one\none\n\nThis is not the answer/);
  assert.doesNotMatch(said, /never typed/);
});

test('what a command says when it fails is part of its answer', async (t) => {
  const { isGood, said } = await walkThrough(t, [step(['cat /no/such/file'], '')]);
  assert.equal(isGood, false);
  assert.match(said, /No such file/i);
});

test('a shell that ends rejects the walk instead of waiting forever', async (t) => {
  await assert.rejects(walkThrough(t, [step(['exit 3'], '')]), /the shell ended with 3/);
});

function step(lines: readonly string[], expected: string): Step {
  return { about: 'Test', lines, isRight: (answer) => answer.trim() === expected };
}

async function walkThrough(
  t: TestContext,
  steps: readonly Step[],
): Promise<{ isGood: boolean; said: string }> {
  const folder = temporaryFolder(t);
  let said = '';
  const isGood = await walk(steps, {
    folder,
    say: (text) => {
      said += text;
    },
  });
  return { isGood, said };
}
