// Starts the browser that is found, for the tests and for the programs that need one.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

/** No sandbox, because tests run as root in containers. Everything that isolates pages from each other stays on. */
const usual = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

/** Whatever a developer speaks, and wherever: a test that wants another language or time zone gives it to its context. */
const PLACE = { LC_ALL: 'en_US.UTF-8', TZ: 'UTC' };

/** Undefined where the machine has none. */
export async function launchBrowser({
  args = [],
  env = {},
  ...options
}: LaunchOptions = {}): Promise<Browser | undefined> {
  const found = await findBrowser();
  return (
    found &&
    chromium.launch({
      ...options,
      executablePath: found.executablePath,
      args: [...usual, ...args],
      env: { ...process.env, ...PLACE, ...found.environment, ...env },
    })
  );
}
