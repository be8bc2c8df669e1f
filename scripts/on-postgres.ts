// `node scripts/on-postgres.ts node --test FILE`: runs a command whose tests open their stores on a PostgreSQL of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isPostgresPacked, startPostgres } from '../server/test/postgres.ts';

const [command, ...words] = process.argv.slice(2);
if (command === undefined) {
  process.stderr.write('Usage: node scripts/on-postgres.ts COMMAND…\n');
  process.exit(2);
}
if (!isPostgresPacked) {
  process.stderr.write(
    'Cannot start PostgreSQL: the packages hold none for this machine; name one in COURANT_TEST_POSTGRES and run the command itself\n',
  );
  process.exit(1);
}

const server = await startPostgres();
const child = spawn(command, words, {
  stdio: 'inherit',
  env: { ...process.env, COURANT_TEST_POSTGRES: server.address },
});
// Ctrl-C reaches the child as well, and the server has to be ended after it.
process.on('SIGINT', () => {});
const [code] = await once(child, 'exit');
await server.stop();
process.exitCode = code ?? 1;
