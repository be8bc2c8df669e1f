// The format is Prometheus's: https://prometheus.io/docs/instrumenting/exposition_formats/
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRegistry } from './text.ts';

test('a counter has a line for each set of labels that was counted', () => {
  const registry = openRegistry();
  const counter = registry.counter('visits_total', 'Visits.');
  const unchanged = counter.of({ outcome: 'unchanged' });
  unchanged.add();
  counter.of({ outcome: 'document' }).add(3);
  counter.of({ outcome: 'unchanged' }).add();
  unchanged.add();
  assert.equal(
    registry.write([]),
    '# HELP visits_total Visits.\n# TYPE visits_total counter\nvisits_total{outcome="unchanged"} 3\nvisits_total{outcome="document"} 3\n',
  );
});

test('the buckets of a histogram add up, each with all that are below it', () => {
  const registry = openRegistry();
  const histogram = registry.histogram('took_seconds', 'Time.', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.of({ door: 'fervor' }).observe(value);
  histogram.of({}).observe(2);
  assert.deepEqual(registry.write([]).split('\n'), [
    '# HELP took_seconds Time.',
    '# TYPE took_seconds histogram',
    'took_seconds_bucket{door="fervor",le="0.1"} 2',
    'took_seconds_bucket{door="fervor",le="1"} 3',
    'took_seconds_bucket{door="fervor",le="+Inf"} 4',
    'took_seconds_sum{door="fervor"} 7.65',
    'took_seconds_count{door="fervor"} 4',
    'took_seconds_bucket{le="0.1"} 0',
    'took_seconds_bucket{le="1"} 0',
    'took_seconds_bucket{le="+Inf"} 1',
    'took_seconds_sum 2',
    'took_seconds_count 1',
    '',
  ]);
});

test('what was looked up stands beside what was counted, and labels are escaped', () => {
  const text = openRegistry().write([
    { name: 'up', help: 'Back\\slash\nand line', kind: 'gauge', values: [{ value: 1.5 }] },
    {
      name: 'odd',
      help: 'Odd',
      kind: 'counter',
      values: [{ labels: { is: 'a "b"\\\n', or: 'b' }, value: 2 }],
    },
  ]);
  assert.equal(
    text,
    '# HELP up Back\\\\slash\\nand line\n# TYPE up gauge\nup 1.5\n# HELP odd Odd\n# TYPE odd counter\nodd{is="a \\"b\\"\\\\\\n",or="b"} 2\n',
  );
});
