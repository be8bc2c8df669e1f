// The bare server beside the service: as many bytes, and nothing that makes them.
import { fileURLToPath } from 'node:url';
import { startProgram } from '../crawl/program.ts';
import { type Connection, openConnection, requestOf } from './connection.ts';

const program = fileURLToPath(new URL('./bare.ts', import.meta.url));

export interface BareServer {
  pid: number;
  url: string;
  /** The milliseconds of one answer of so many bytes. */
  time(bytes: number): Promise<number>;
  end(): Promise<void>;
}

/** `answersFile`: what it gives for /0, /1 …: a list as JSON. */
export async function startBare(answersFile?: string): Promise<BareServer> {
  const words = answersFile === undefined ? [] : [`--answers=${answersFile}`];
  const bare = startProgram(program, { words });
  const { port } = JSON.parse(await bare.line()) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  // Opened with its first use: one over which nothing is asked for a minute is told 408.
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
