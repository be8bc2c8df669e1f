// A page of twenty items with their texts, and a page that has not changed, each compared with the bare limit.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBare } from './bare-server.ts';
import { openConnection, requestOf } from './connection.ts';
import type { Prepared } from './prepared.ts';
import { inTurns, type Share } from './turns.ts';

const PATH = '/api/v1/items?limit=20';

const workloads = ['a page again', 'a page anew', 'an unchanged page'] as const;
export type Workload = (typeof workloads)[number];

export interface Versus {
  database: string;
  items: number;
  workload: Workload;
  bytes: number;
  perSecond: number;
  barePerSecond: number;
  /** Our rate divided by the bare limit's. */
  rate: Share;
  /** The bare limit's CPU time for one request divided by ours. */
  cpu: Share;
}

interface VersusOptions {
  folder: string;
  rounds: number;
  ms: number;
}

export async function versusBare(
  { database, items, people, instance }: Prepared,
  { folder, rounds, ms }: VersusOptions,
): Promise<Versus[]> {
  const results: Versus[] = [];
  for (const workload of workloads) {
    const ask = await asker(workload, { url: instance.url, token: people[0]?.token ?? '' });
    const file = join(folder, 'answers.json');
    const kept = { ...ask.sample, body: ask.sample.body.toString('base64') };
    writeFileSync(file, JSON.stringify([kept]));
    const bare = await startBare(file);
    const { url } = bare;
    const { status } = ask.sample;
    const turns = await inTurns(
      { url: instance.url, pid: instance.pid, request: ask.request, status },
      { url, pid: bare.pid, request: () => requestOf(url, '/0', { headers: ask.headers }), status },
      { rounds, ms },
    );
    await bare.end();
    results.push({ database, items, workload, bytes: ask.sample.body.length, ...turns });
  }
  return results;
}

interface Asking {
  request(): string;
  headers: Record<string, string>;
  sample: { status: number; headers: string[]; body: Buffer };
}

/** Requests of one kind, and the service's answer to the first. */
async function asker(workload: Workload, { url, token }: { url: string; token: string }): Promise<Asking> {
  const connection = await openConnection(url);
  const authorized: Record<string, string> = { Authorization: `Bearer ${token}` };
  const page = await connection.ask(requestOf(url, PATH, { headers: authorized }));
  const etag = page.headers[page.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const headers = workload === 'an unchanged page' ? { ...authorized, 'If-None-Match': etag } : authorized;
  const { status, headers: fields, body } = await connection.ask(requestOf(url, PATH, { headers }));
  connection.close();
  let asked = 0;
  const same = requestOf(url, PATH, { headers });
  // A different `Prefer`, which has no effect, makes the answer a different one that is not cached.
  const request = (): string =>
    workload === 'a page anew'
      ? requestOf(url, PATH, { headers: { ...headers, Prefer: `bench=${asked++}` } })
      : same;
  return { request, headers, sample: { status, headers: fields, body } };
}
