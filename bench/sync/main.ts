// `npm run bench:sync`: what following the changes costs the server: each kind of call on one large account, within the process and without a socket.
import { join } from 'node:path';
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { createUser } from '../../server/src/accounts/users.ts';
import { systemClock } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { silentLog } from '../../server/src/log.ts';
import { type House, openHouse } from '../../server/src/service.ts';
import { appendChange } from '../../server/src/store/changes.ts';
import { signInApp } from '../../server/test/sign-in.ts';
import { spreadOf } from '../crawl/figures.ts';
import { workFolder } from '../places.ts';
import { seed } from './seed.ts';

const API = '/api/app.courant.sync/v1';
const publicUrl = 'https://courant.example';
const peer = { address: '192.0.2.1', secure: true };

const values = readCommandLine('npm run bench:sync --', {
  feeds: { type: 'string', default: '2000', about: 'Feeds of the account.' },
  items: { type: 'string', default: '100', about: 'Items of each.' },
  runs: { type: 'string', default: '200', about: 'Runs of each call.' },
});
const size = { feeds: wholeNumber('feeds', values.feeds), itemsOfEach: wholeNumber('items', values.items) };
const runs = wholeNumber('runs', values.runs);

const house = await openHouse({
  config: readConfig({
    COURANT_DATABASE: `file:${join(workFolder(), 'courant.db')}`,
    COURANT_PUBLIC_URL: publicUrl,
    COURANT_PASSWORD_GRANT: 'true',
  }),
  clock: systemClock,
  log: silentLog,
});
try {
  await measureAll(house);
} finally {
  await house.close();
}

async function measureAll({ app, accounts, library }: House): Promise<void> {
  const { store } = library;
  const user = await createUser(accounts, { name: 'ines', password: 'a long password' });
  const { accessToken } = await signInApp({
    baseUrl: publicUrl,
    name: 'ines',
    password: 'a long password',
    fetch: (url, init) => app(new Request(url, init), peer),
  });
  await seed(store, user.id, size);
  say(`${size.feeds} feeds with ${size.itemsOfEach} items each; ${runs} runs of each call`);

  const ask = async (path: string): Promise<{ text: string }> => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await app(new Request(`${publicUrl}${API}/${path}`, { headers }), peer);
    return { text: await response.text() };
  };
  const cursor = async (): Promise<string> => JSON.parse((await ask('changes')).text).cursor;

  const idle = await cursor();
  await measure('nothing has changed', () => ask(`changes?since=${idle}`));

  const before = await cursor();
  const all = size.feeds * size.itemsOfEach;
  const many = Array.from({ length: Math.min(all, 10_000) }, (_, index) => index + 1);
  await store.write((tx) => appendChange(tx, user.id, 'items.edited', many.slice(-100)));
  await measure('100 items whole', () => ask(`changes?since=${before}`));
  await measure('100 items without texts', () => ask(`changes?since=${before}&content=false`));

  const marked = await cursor();
  await store.write((tx) => appendChange(tx, user.id, 'items.read', many));
  await measure(`${many.length} marks in one change`, () => ask(`changes?since=${marked}`));

  const one = await cursor();
  for (const id of many.slice(0, 1_000)) {
    await store.write((tx) => appendChange(tx, user.id, 'items.read', [id]));
  }
  await measure('1,000 changes of one mark', () => ask(`changes?since=${one}`));

  const { snapshot } = JSON.parse((await ask('changes')).text);
  await measure('first page of a snapshot (1,000)', () => ask(`snapshot?page=${snapshot}`));
  await measure('its largest page (5,000)', () => ask(`snapshot?page=${snapshot}&limit=5000`));
  const deep = snapshot.replace('groups.0', `items.${Math.ceil(all / 2).toString(36)}`);
  await measure('5,000 items from its middle', () => ask(`snapshot?page=${deep}&limit=5000`));
  await measure('counts', () => ask('counts'));
}

async function measure(what: string, call: () => Promise<{ text: string }>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < runs; run++) {
    // CPU time: other load on the machine is not counted.
    const before = process.cpuUsage();
    const { text } = await call();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
    bytes = Buffer.byteLength(text);
  }
  const { p50, p95 } = spreadOf(times);
  say(`${what.padEnd(34)} median ${p50.toFixed(2)} ms, 95 % below ${p95.toFixed(2)} ms, ${bytes} bytes`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
