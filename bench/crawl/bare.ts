// A program: the bare HTTP client, with nothing behind it. Asks each host once and discards the answers.
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { etags } from './documents.ts';
import { editionKnown, urlOf, workloads } from './hosts.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '' },
    workload: { type: 'string', default: '' },
    requests: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '' },
    /** One host for all requests, so that connections are kept; or one request for each host, as in a crawl. */
    'one-host': { type: 'boolean', default: false },
  },
});
const port = Number(values.port);
const requests = Number(values.requests);
const workload = workloads.find((each) => each === values.workload) ?? 'same';
const agent = new Agent({ connections: Number(values.concurrency), pipelining: 1, allowH2: false });

let next = 0;
const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(values.concurrency) }, askOnAndOn));
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage();
process.stdout.write(`${JSON.stringify({ seconds, cpuMs: (user + system) / 1_000 })}\n`);
await agent.destroy();

async function askOnAndOn(): Promise<void> {
  while (next < requests) {
    const index = next++;
    const url = new URL(urlOf(values['one-host'] ? 0 : index, port));
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: url.pathname,
      method: 'GET',
      headers: { 'if-none-match': etags[editionKnown(workload, index)], 'accept-encoding': 'gzip' },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode === 200) gunzipSync(bytes);
  }
}
