// What holds for every page: nothing is wider than the window, and axe finds nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** What axe must not wait for: sheets and sounds, which no rule that is on by default asks for but one about sounds. */
const options = { resultTypes: ['violations'], preload: false };
/** A theme changes nothing else. */
const colours = { ...options, runOnly: ['color-contrast', 'link-in-text-block'] };

/** What fades in is pale until it is there, which is soon or late as the machine draws; what has no end moves on purpose. */
const endAnimations = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .forEach((each) => each.finish())`;

/** Looks at a page as it is; `onlyColours`: where it was looked at in another theme already. */
export async function look(page: Page, { onlyColours = false } = {}): Promise<void> {
  await page.evaluate(endAnimations);
  assert.ok(await fits(page), `${page.url()} is wider than the screen`);
  // The policy forbids scripts in the page; axe comes in by the debugger, past it, and stays as long as the document does.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe}; undefined`);
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(onlyColours ? colours : options)})`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] };
  const violations = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  assert.deepEqual(violations, [], page.url());
}

export async function fits(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}
