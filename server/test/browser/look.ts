// Checks what must hold for every page: nothing is wider than the window, and axe finds nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { isOnPostgres } from '../temporary-store.ts';

const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** axe must not preload style sheets and audio: of the rules that are on by default, only one about audio needs them. */
const options = { resultTypes: ['violations'], preload: false };
/** A theme changes only colours, so the second theme needs only these rules. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const colours = { ...options, runOnly: ofColours };
/** Nor does another language change them; they are two thirds of what axe takes. */
const allButColours = {
  ...options,
  rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])),
};

interface Looked {
  /** If the page was checked in another theme already. */
  onlyColours?: boolean;
  /** If the page was checked in another language already. */
  exceptColours?: boolean;
}

/** Finishes animations, because what fades in is pale until then; those without an end are meant to go on. */
const endAnimations = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .forEach((each) => each.finish())`;

/** The reader draws its first list before it formats dates, which would keep a cheap phone busy: until then, headings of days are empty. */
const headingWithoutItsDay = '.day h2:empty';

/** Several windows and themes are looked at in one page. */
const windowAndTheme = `innerWidth + ' px, ' + (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')`;

/** Checks a page as it is, once its dates are there. On SQLite alone: no database changes what it looks like. */
export async function look(
  page: Page,
  { onlyColours = false, exceptColours = false }: Looked = {},
): Promise<void> {
  if (isOnPostgres) return;
  await page.locator(headingWithoutItsDay).first().waitFor({ state: 'detached' });
  await page.evaluate(endAnimations);
  const where = `${page.url()} (${await page.evaluate(windowAndTheme)})`;
  assert.ok(await fits(page), `${where} is wider than the screen`);
  // Our Content-Security-Policy forbids this script; the debugger injects axe past it, and it stays as long as the document does.
  if (!(await page.evaluate("'axe' in window"))) await loadAxe(page);
  const rules = onlyColours ? colours : exceptColours ? allButColours : options;
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(rules)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  const violations = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  assert.deepEqual(violations, [], where);
}

/** Not by `evaluate`, which hands half a megabyte on as a text that its own script evaluates: that takes as long as axe itself does for a page. */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // It stays: one that is detached takes the page's virtual authenticator along.
  await devtools.send('Runtime.evaluate', { expression: `${axe}; undefined` });
}

export async function fits(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}
