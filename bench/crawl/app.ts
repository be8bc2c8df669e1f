// An app that reads and marks in a process of its own (reader.ts) while something is measured, and how long it waited for its answers.
import { fileURLToPath } from 'node:url';
import { type Spread, spreadOf } from './figures.ts';
import { startProgram } from './program.ts';

export interface Call {
  /** When it was due: Unix time in ms. */
  at: number;
  what: 'list' | 'mark';
  ms: number;
}

export interface Waits {
  list: Spread;
  mark: Spread;
}

/** Starts it, and waits until it has begun. `end` ends it and returns all of its calls. */
export async function startApp(url: string): Promise<{ end(): Promise<Call[]> }> {
  const app = startProgram(fileURLToPath(new URL('./reader.ts', import.meta.url)), {
    words: [`--url=${url}`],
  });
  await app.line();
  return {
    async end() {
      app.hangUp();
      return JSON.parse(await app.line()) as Call[];
    },
  };
}

export function waitsOf(calls: readonly Call[]): Waits {
  const of = (what: Call['what']): Spread =>
    spreadOf(calls.filter((call) => call.what === what).map(({ ms }) => ms));
  return { list: of('list'), mark: of('mark') };
}
