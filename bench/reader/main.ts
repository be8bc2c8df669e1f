// `npm run bench:reader`: how quickly the reader loads and responds on a cheap phone with a slow connection, and how large it is.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { launchBrowser } from '../../server/test/browser/launch-browser.ts';
import { median } from '../crawl/figures.ts';
import { keepFigures, workFolder } from '../places.ts';
import { openInstance } from './instance.ts';
import { measureRound, type Round } from './measure.ts';

/** Sizes do not depend on the machine: more than this fails. Times are reported and left to people to judge. */
const mostScriptBytes = 40_000;

const values = readCommandLine('npm run bench:reader --', {
  rounds: { type: 'string', default: '5', about: 'Rounds, each with a browser that has never been here.' },
});
const roundCount = wholeNumber('rounds', values.rounds);

const browser = await launchBrowser();
if (!browser) throw new Error('Cannot measure: there is no browser (set BROWSER_PATH)');
const instance = await openInstance(workFolder());
const rounds: Round[] = [];
for (let round = 0; round < roundCount; round++) rounds.push(await measureRound(browser, instance.url));
await browser.close();
await instance.close();

const bytes = scriptBytes();
process.stdout.write(
  `\nmedian (most) of ${rounds.length} rounds, processor ×4 slower, slow 4G; ms\n` +
    `${loading('cold')}${loading('warm')}${keys()}script at first: ${bytes} bytes packed (at most ${mostScriptBytes})\n`,
);
keepFigures('reader', { bytes, rounds });
process.exit(bytes > mostScriptBytes ? 1 : 0);

function loading(when: 'cold' | 'warm'): string {
  const of = (what: keyof Round['cold'], digits = 0): string =>
    spread(
      rounds.map((round) => round[when][what]),
      digits,
    );
  return `${when}: first paint ${of('fcp')}, largest ${of('lcp')}, shift ${of('cls', 3)}, longest task ${of('longTask')}, long tasks ${of('longTasks')}\n`;
}

function keys(): string {
  const names = Object.keys(rounds[0]?.keys ?? {});
  return names.map((name) => `${name}: ${spread(rounds.map((round) => round.keys[name] ?? 0))}\n`).join('');
}

function spread(all: readonly number[], digits = 0): string {
  return `${median(all).toFixed(digits)} (${Math.max(...all).toFixed(digits)})`;
}

function scriptBytes(): number {
  const dist = fileURLToPath(new URL('../../reader/dist/', import.meta.url));
  const { atStart } = JSON.parse(readFileSync(`${dist}build.json`, 'utf8')) as { atStart: string[] };
  return atStart.reduce((sum, name) => sum + gzipSync(readFileSync(dist + name), { level: 9 }).byteLength, 0);
}
