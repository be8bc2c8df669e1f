// What Prometheus reads from the real program: at an address of its own, including what the threads have done, and without names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers } from './accounts.ts';
import { temporaryInstance } from './environment.ts';
import { startOrigin } from './feed-origin.ts';
import { startCourant } from './process.ts';
import { signInApp } from './sign-in.ts';
import { isOnPostgres } from './temporary-store.ts';

/** All labels: none of them identifies a person, a feed or a site. */
const LABELS = new Set(['door', 'method', 'status', 'le', 'outcome', 'kind', 'state', 'version']);

test('the metrics of a running service are right, and stand at no address of the service', async (t) => {
  const origin = await startOrigin(t, () => 3);
  const environment = await temporaryInstance(t, {
    COURANT_FETCH_ALLOW: origin.hostAndPort,
    COURANT_METRICS: '127.0.0.1:0',
  });
  await addUsers(environment, { name: 'ines', password: 'a long password' });
  const courant = await startCourant(t, environment);
  const { client } = await signInApp({ baseUrl: courant.url, name: 'ines', password: 'a long password' });
  await client.feeds.create({ feedUrl: origin.url });
  await client.items.list();
  assert.equal((await fetch(`${courant.url}/metrics`)).status, 404);

  const [, port] = await courant.says(/"metricsPort":(\d+)/);
  const address = `http://127.0.0.1:${port}/metrics`;
  assert.equal((await fetch(address, { method: 'POST' })).status, 405);
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const text = await answer.text();
  const amount = (series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    );
  assert.equal(amount('courant_crawl_visits_total{outcome="document"}'), 1);
  assert.equal(amount('courant_crawl_new_posts_total'), 3);
  assert.ok(amount('courant_http_requests_total{door="fervor",method="GET",status="200"}') >= 1);
  assert.ok(amount('courant_store_transaction_duration_seconds_count{kind="write"}') >= 2);
  assert.equal(amount('courant_sources'), 1);
  assert.equal(amount('courant_database_up'), 1);
  assert.ok(amount('process_resident_memory_bytes') > 20_000_000);
  const lags = ['p50', 'p99', 'max'].map((which) => amount(`nodejs_eventloop_lag_${which}_seconds`));
  assert.deepEqual(
    lags,
    lags.toSorted((a, b) => a - b),
  );
  for (const seconds of [...lags, amount('process_cpu_seconds_total')])
    assert.ok(seconds >= 0 && seconds < 3600);
  assert.equal(Number.isNaN(amount('courant_store_connections{state="idle"}')), !isOnPostgres);

  const labels = [...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, name = '']) => name);
  assert.deepEqual(
    labels.filter((name) => !LABELS.has(name)),
    [],
  );
  assert.doesNotMatch(text, new RegExp(`ines|Origin|${origin.hostAndPort}`));
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/instance`)).status, 404);
  assert.equal(await courant.stop(), 0);
});
