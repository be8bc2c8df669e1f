// The bare server to compare the service with: as many bytes, and no work to make them.
import { fileURLToPath } from 'node:url';
import { startProgram } from '../crawl/program.ts';
import { type Connection, openConnection, requestOf } from './connection.ts';

const program = fileURLToPath(new URL('./bare.ts', import.meta.url));

export interface BareServer {
  pid: number;
  url: string;
  /** The milliseconds of one answer of this many bytes. */
  time(bytes: number): Promise<number>;
  end(): Promise<void>;
}

/** `answersFile`: the answers to /0, /1 …: a list as JSON. */
export async function startBare(answersFile?: string): Promise<BareServer> {
  const words = answersFile === undefined ? [] : [`--answers=${answersFile}`];
  const bare = startProgram(program, { words });
  const { port } = JSON.parse(await bare.line()) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  // Opened when first used: a connection without a request for a minute is answered 408.
  let connection: Connection | undefined;
  return {
    pid: bare.pid,
    url,
    async time(bytes) {
      connection ??= await openConnection(url);
      const startedAt = performance.now();
      await connection.ask(requestOf(url, `/bytes/${bytes}`));
      return performance.now() - startedAt;
    },
    async end() {
      connection?.close();
      await bare.end();
    },
  };
}
