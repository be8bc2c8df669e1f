// `npm run bench:marks`: how long it takes to mark 100,000 items and to undo it, and how that affects other calls.
import { readCommandLine, wholeNumber, wholeNumbers } from '../../scripts/command-line.ts';
import type { Waits } from '../crawl/app.ts';
import { median } from '../crawl/figures.ts';
import { keepFigures, workFolder } from '../places.ts';
import { giveUpAfter } from '../time-limit.ts';
import { type Marking, measureMarking, type Rounds } from './measure.ts';

const values = readCommandLine('npm run bench:marks --', {
  unread: { type: 'string', default: '100000', about: 'Items to be marked.' },
  read: { type: 'string', default: '500000', about: 'Items beside them that are read already.' },
  feeds: {
    type: 'string',
    default: '2000,1',
    about: 'Over how many feeds they are spread; one run for each.',
  },
  rounds: { type: 'string', default: '5', about: 'Rounds of each.' },
});
const size = { read: wholeNumber('read', values.read), unread: wholeNumber('unread', values.unread) };
const rounds = wholeNumber('rounds', values.rounds);
const feedCounts = wholeNumbers('feeds', values.feeds);
const folder = workFolder();
giveUpAfter(10, 'npm run bench:marks');

const markings: Marking[] = [];
for (const feeds of feedCounts) {
  markings.push(await measureMarking({ feeds, ...size }, rounds, folder));
}
for (const { heap, alone, together, quiet, meanwhile } of markings) {
  process.stdout.write(
    `\n${heap.unread} of ${heap.read + heap.unread} items in ${heap.feeds} feeds, ms median (most), processor:\n` +
      `${times('alone', alone)}${times('while an app reads and marks', together)}` +
      `${waits('app alone', quiet)}${waits('app meanwhile', meanwhile)}`,
  );
}
keepFigures('marks', markings);

function times(when: string, { mark, undo, markCpu, undoCpu }: Rounds): string {
  const of = (all: readonly number[], cpu: readonly number[]): string =>
    `${median(all).toFixed(0)} (${Math.max(...all).toFixed(0)}), ${median(cpu).toFixed(0)}`;
  return `  ${when}: marked in ${of(mark, markCpu)}; taken back in ${of(undo, undoCpu)}\n`;
}

function waits(when: string, { list, mark }: Waits): string {
  // While little is marked, none may be due.
  const of = (what: string, { count, p50, p95, p99, max }: Waits['list']): string =>
    count === 0
      ? `${what} none`
      : `${what} ${[p50, p95, p99, max].map((ms) => ms.toFixed(1)).join(' / ')} (${count})`;
  return `  ${when}, ms p50 / p95 / p99 / most (calls): ${of('list', list)}, ${of('mark', mark)}\n`;
}
