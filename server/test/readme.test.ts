// README.md agrees with the program: its settings, its commands, its addresses, its limits, and the lines of the demo.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { maxEventStreams } from '@courant/protocol';
import { keptStarred, keptUnread } from '../../reader/src/data/limits.ts';
import { sites } from '../demo/sites.ts';
import { stepsFor } from '../demo/steps.ts';
import {
  appPasswordsPerUser,
  articlesPerUser,
  codeTtlMs,
  followsPerUser,
  grantTtlMs,
  imagesPerUser,
  passkeysPerUser,
  refreshTokenTtlMs,
  shownCodeTtlMs,
  unusedAppTtlMs,
} from '../src/accounts/limits.ts';
import { generalHelp } from '../src/cli/help.ts';
import { commands } from '../src/cli/run.ts';
import { describeConfig } from '../src/config.ts';
import { ownPaths } from '../src/http/oauth/paths.ts';
import { assertNone } from './assert-none.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the table of settings has a row for every setting, with its default and its meaning, and no other', () => {
  const rows = describeConfig({}).map(({ variable, fallback, meaning }) => {
    return `| \`${variable}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`;
  });
  const written: readonly string[] = readme.match(/^\| `COURANT_.*$/gm) ?? [];
  assertNone(
    rows.filter((row) => !written.includes(row)),
    'The table under Settings in README.md must have these rows, as server/src/config.ts says it.',
  );
  assert.deepEqual(written, rows);
});

test('the table of commands has a row for every command, and no other', () => {
  const section = /^## Commands\n(.*?)^Exit codes:/ms.exec(readme)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  const written = rows.map((row) => row.replace(/ \[?--.*$/, ''));
  const typed = commands.map(({ name, words }) => [name, ...words].join(' '));
  assertNone(
    typed.filter((command) => !written.includes(command)),
    'The table under Commands in README.md must have these, in the order of server/src/cli/run.ts.',
  );
  assert.deepEqual(written, typed);
});

test('the exit codes are those of the help page', () => {
  const line = /^Exit codes: .*$/m.exec(generalHelp(commands))?.[0];
  assert.ok(line && readme.includes(`\n${line}\n`));
});

test('it names every address of OAuth', () => {
  const missing = Object.values(ownPaths).filter((path) => !readme.includes(path));
  assert.deepEqual(missing, []);
});

test('it says how long what an app is given lasts, and that it must register again', () => {
  const paragraph =
    /^\*\*Register again before each sign-in\.\*\* .*?\n\n/ms.exec(readme)?.[0].replaceAll('\n', ' ') ?? '';
  assert.deepEqual([codeTtlMs, shownCodeTtlMs], [60_000, 600_000]);
  assert.match(readme, /a code, which is good for a minute \(for ten, if a person has to copy it\)/);
  const days = (ms: number): string => `${ms / 86_400_000} days`;
  assert.equal(unusedAppTtlMs, 86_400_000);
  assert.match(paragraph, /nobody has let in within a day/);
  assert.ok(paragraph.includes(`refresh token lasts ${days(refreshTokenTtlMs)}`), paragraph);
  assert.ok(paragraph.includes(`sign-in ${days(grantTtlMs)} at most`), paragraph);
});

test('it and docs/operations.md name what an account may use, and what a browser keeps', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const inWords = (count: number): string => count.toLocaleString('en');
  const seconds = [followsPerUser, articlesPerUser].map(({ burst, refillMs }) => refillMs / burst / 1_000);
  assert.deepEqual(seconds, [2, 6]);
  for (const promise of [
    `${followsPerUser.burst} new feeds at once, then one every two seconds`,
    `${articlesPerUser.burst} articles, then one every six seconds`,
    `${inWords(imagesPerUser.burst)} pictures that are not here yet`,
    `${maxEventStreams} event streams, ${appPasswordsPerUser} app passwords, ${passkeysPerUser} passkeys`,
  ])
    assert.ok(operations.includes(promise), promise);
  const own = readme.replaceAll(/\s+/g, ' ');
  assert.ok(own.includes(`may follow ${followsPerUser.burst} feeds at once, then one every two seconds`));
  assert.ok(own.includes(`newest ${inWords(keptUnread)} unread and ${keptStarred} starred items`));
});

test('its transcript has the lines of the demo and no other', () => {
  const transcript = /^```console\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const served = sites.map(({ folder, title, feed }, index) => {
    const hostAndPort = `127.0.0.1:${40_001 + index}`;
    const url = `http://${hostAndPort}`;
    return [folder, { title, url: `${url}/`, feedUrl: url + feed.path, hostAndPort }] as const;
  });
  const steps = stepsFor({
    url: 'http://127.0.0.1:8080',
    name: 'demo',
    password: '',
    sites: new Map(served),
  });
  assert.deepEqual(
    transcript.match(/^[#$] .*$/gm)?.map(withoutChance),
    steps
      .flatMap(({ about, lines }) => [`# ${about}`, ...lines.map((line) => `$ ${line}`)])
      .map(withoutChance),
  );
});

test('every file that it links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^):]+)\)/g)].map((match) => match[1] ?? '');
  assert.ok(links.length > 5);
  assert.deepEqual(
    links.filter((link) => !existsSync(join(root, link))),
    [],
  );
});

/** Without ports and passwords, which differ each time. */
function withoutChance(line: string): string {
  return line.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replace(/password=\w*/, 'password=…');
}
