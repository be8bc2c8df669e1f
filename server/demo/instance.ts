// A complete instance of Courant that leaves nothing behind: a folder for its database, one account, and the sites to follow.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../src/accounts/users.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import { serveHouse } from '../src/service.ts';
import { openStore } from '../src/store/open.ts';
import { type Origin, openOrigin } from './origin.ts';

/** The port that people expect; any other works as well. */
const USUAL_PORT = 8080;
/** After Ctrl-C the work under way is worth nothing, so nobody should have to wait for it. */
const CLOSING_MS = 600;

export interface Demo {
  url: string;
  name: string;
  password: string;
  folder: string;
  sites: Origin['sites'];
  /** Ends within a second; the folder is removed when the process ends. */
  close(): Promise<void>;
}

/** Opens it on the given port; without one on 8080, or on any free port if that is taken. */
export async function openDemo(port: number | undefined, instanceName = 'Courant demo'): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'courant-demo-'));
  // On every way out, a crash included: an exit handler must be synchronous, and removing a folder can be.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const origin = await openOrigin();
  const config = readConfig({
    COURANT_LISTEN: `127.0.0.1:${port ?? (await usualPortOrAny())}`,
    COURANT_DATABASE: `file:${join(folder, 'courant.db')}`,
    COURANT_INSTANCE_NAME: instanceName,
    COURANT_PASSWORD_GRANT: 'true',
    COURANT_FETCH_ALLOW: [...origin.sites.values()].map((site) => site.hostAndPort).join(' '),
  });
  const account = { name: 'demo', password: randomBytes(6).toString('hex') };
  await createAccount(config.database, account);
  const log = openLog({ level: 'warn', now: systemClock.now });
  const service = await serveHouse({ config, log, clock: systemClock });
  return {
    url: service.url,
    ...account,
    folder,
    sites: origin.sites,
    async close() {
      origin.close();
      const late = new Promise((resolve) => systemClock.after(CLOSING_MS, () => resolve(undefined)));
      await Promise.race([service.close(), late]);
    },
  };
}

async function createAccount(database: string, account: { name: string; password: string }): Promise<void> {
  const store = await openStore(database, systemClock);
  try {
    await createUser({ store }, account);
  } finally {
    await store.close();
  }
}

async function usualPortOrAny(): Promise<number> {
  const probe = createServer().listen(USUAL_PORT, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return USUAL_PORT;
  } catch {
    return 0;
  } finally {
    probe.close();
  }
}
