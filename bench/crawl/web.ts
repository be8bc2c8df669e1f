// The web of the bench in a process of its own, and the shortest look at the crawl: hosts without news.
import { fileURLToPath } from 'node:url';
import { workFolder } from '../places.ts';
import { measurePace, type Pace } from './pace.ts';
import { startProgram } from './program.ts';

/** With fewer, the start of the program is what most of the processor's time goes into. */
const HOSTS = 10_000;

interface Web {
  port: number;
  end(): Promise<void>;
}

export async function startWeb(): Promise<Web> {
  const origin = startProgram(fileURLToPath(new URL('./origin.ts', import.meta.url)));
  const { port } = JSON.parse(await origin.line()) as { port: number };
  return { port, end: origin.end };
}

export async function measureUnchanged(rounds: number): Promise<Pace> {
  const web = await startWeb();
  try {
    return await measurePace({
      workload: 'same',
      hosts: HOSTS,
      rounds,
      port: web.port,
      folder: workFolder(),
    });
  } finally {
    await web.end();
  }
}
