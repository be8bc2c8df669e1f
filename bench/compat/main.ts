// `npm run bench:compat`: the first sync of apps that speak Google Reader and Fever with a large account, on the real service.
import { createHash } from 'node:crypto';
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { percentile } from '../crawl/figures.ts';
import { type Instance, resourcesOf, startInstance, watchMemory } from '../crawl/instance.ts';
import { reader } from '../crawl/seed.ts';
import { keepFigures, workFolder } from '../places.ts';
import { giveUpAfter } from '../time-limit.ts';
import { seedAccount } from './seed.ts';

const BOUNDS = { idsMs: 200, requestMs: 1_000, grownMb: 64 };

const values = readCommandLine('npm run bench:compat --', {
  feeds: { type: 'string', default: '500', about: 'Feeds of the account.' },
  unread: { type: 'string', default: '100000', about: 'Its unread items.' },
  contents: { type: 'string', default: '15000', about: 'How many of them are fetched with their texts.' },
  rounds: { type: 'string', default: '8', about: 'First syncs by each protocol.' },
});
const account = {
  feeds: wholeNumber('feeds', values.feeds),
  unread: wholeNumber('unread', values.unread),
  contents: wholeNumber('contents', values.contents),
};
const rounds = wholeNumber('rounds', values.rounds);
const folder = workFolder();
giveUpAfter(10, 'npm run bench:compat');

/** One request: what it was for, and how long it took to its last byte. */
interface Taken {
  what: string;
  ms: number;
  /** CPU time of the whole service, in steps of a hundredth of a second: good for sums only. */
  cpuMs: number;
}

const database = `file:${folder}/compat.db`;
const password = await seedAccount(database, account);
const instance = await startInstance({ database, logFile: `${folder}/service.log` });
const taken: Taken[] = [];
const owns: number[] = [];
const peakOf = watchMemory(instance);
for (let round = 0; round <= rounds; round++) {
  await syncReader(instance);
  await syncFever();
  // The service and this program warm up before anything counts.
  if (round === 0) taken.length = 0;
  owns.push(resourcesOf(instance).ownMb);
}
report(peakOf());
await instance.end();

async function timed(what: string, path: string, init: RequestInit = {}): Promise<string> {
  const [startedAt, { cpuMs }] = [performance.now(), resourcesOf(instance)];
  const answer = await fetch(`${instance.url}${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Cannot measure: ${path} was answered with ${answer.status}`);
  taken.push({ what, ms: performance.now() - startedAt, cpuMs: resourcesOf(instance).cpuMs - cpuMs });
  return text;
}

/** The way RSS Guard and NetNewsWire do it: lists, all ids of unread items, and the texts of the newest, a thousand at a time. */
async function syncReader({ url }: Instance): Promise<void> {
  const body = new URLSearchParams({ Email: reader.name, Passwd: password });
  const login = await fetch(`${url}/accounts/ClientLogin`, { method: 'POST', body });
  const token = /^Auth=(.+)$/m.exec(await login.text())?.[1] ?? '';
  const headers = { authorization: `GoogleLogin auth=${token}` };
  const api = (name: string): string => `/api/greader.php/reader/api/0/${name}`;
  for (const list of ['subscription/list', 'tag/list', 'unread-count'])
    await timed(list, api(list), { headers });
  const ids: string[] = [];
  for (let c: string | undefined = ''; c !== undefined; ) {
    const query = `n=10000&xt=user/-/state/com.google/read&c=${c}`;
    const page: { itemRefs: { id: string }[]; continuation?: string } = JSON.parse(
      await timed('stream/items/ids', api(`stream/items/ids?${query}`), { headers }),
    );
    for (const { id } of page.itemRefs) ids.push(id);
    c = page.continuation;
  }
  if (ids.length !== account.unread) throw new Error(`Cannot measure: ${ids.length} ids were told`);
  for (let from = 0; from < account.contents; from += 1_000) {
    const form = ids.slice(from, from + 1_000).map((id): [string, string] => ['i', id]);
    const init = { method: 'POST', headers, body: new URLSearchParams(form) };
    const { items } = JSON.parse(await timed('stream/items/contents', api('stream/items/contents'), init));
    if (items.length !== form.length) throw new Error(`Cannot measure: ${items.length} texts were told`);
  }
}

/** The way Reeder and Unread do it: all ids, and the texts of the newest, fifty at a time. */
async function syncFever(): Promise<void> {
  const key = createHash('md5').update(`${reader.name}:${password}`).digest('hex');
  const ask = async (what: string, query: string): Promise<Record<string, unknown>> =>
    JSON.parse(
      await timed(`fever ${what}`, `/fever/?api&${query}`, {
        method: 'POST',
        body: new URLSearchParams({ api_key: key }),
      }),
    );
  await ask('groups, feeds, favicons', 'groups&feeds&favicons');
  const { unread_item_ids: unread } = await ask('unread_item_ids', 'unread_item_ids');
  const ids = String(unread).split(',');
  if (ids.length !== account.unread) throw new Error(`Cannot measure: ${ids.length} ids were told`);
  const newest = ids.slice(-account.contents);
  for (let from = 0; from < newest.length; from += 50) {
    await ask('items', `items&with_ids=${newest.slice(from, from + 50).join()}`);
  }
}

function report({ residentMb, ownMb }: { residentMb: number; ownMb: number }): void {
  const rows = [...Map.groupBy(taken, ({ what }) => what)].map(([what, each]) => {
    const times = each.map(({ ms }) => ms);
    return {
      what,
      calls: times.length,
      cpuMs: each.reduce((sum, one) => sum + one.cpuMs, 0) / each.length,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      most: Math.max(...times),
    };
  });
  say(
    `${account.unread} unread items in ${account.feeds} feeds, ${account.contents} texts, ${rounds} first syncs by each protocol`,
  );
  for (const { what, calls, cpuMs, p50, p99, most } of rows) {
    say(
      `  ${what.padEnd(28)} ms p50 / p99 / most: ${[p50, p99, most].map((ms) => ms.toFixed(1)).join(' / ')}; of the processor ${cpuMs.toFixed(1)} ms each (${calls})`,
    );
  }
  const ids = Math.max(...rows.filter(({ what }) => /ids$/.test(what)).map(({ most }) => most));
  const any = Math.max(...rows.map(({ most }) => most));
  // The first syncs fill caches and the heap; growth in later ones is a leak.
  const half = Math.floor(owns.length / 2);
  const grown = (owns.at(-1) ?? 0) - Math.max(...owns.slice(0, half + 1));
  verdict('slowest request for ids', ids, { bound: BOUNDS.idsMs, unit: 'ms' });
  verdict('slowest request of all', any, { bound: BOUNDS.requestMs, unit: 'ms' });
  verdict('memory after the last sync, beyond the most after the first half of them', grown, {
    bound: BOUNDS.grownMb,
    unit: 'MB',
  });
  say(
    `memory at the most: ${residentMb.toFixed(0)} MB resident (VmHWM), ${ownMb.toFixed(0)} MB of its own (RssAnon)`,
  );
  say(`its own memory after each sync: ${owns.map((mb) => mb.toFixed(0)).join(', ')} MB`);
  keepFigures('compat', { account, rows, memoryMb: { after: owns, residentMb, ownMb } });
}

function verdict(what: string, figure: number, { bound, unit }: { bound: number; unit: string }): void {
  say(`${what}: ${figure.toFixed(1)} ${unit}, bound ${bound} ${unit}: ${figure < bound ? 'kept' : 'BROKEN'}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
