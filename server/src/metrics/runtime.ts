// What the process itself uses, under the names that dashboards for Node expect.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Reading } from './text.ts';

/** How often the loop is checked: a delay that a person notices is longer, and fifty checks a second cost nothing. */
const LOOK_EVERY_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

interface Runtime {
  read(): Reading[];
  close(): void;
}

/** Watches the event loop until closed. Delays are those since the last reading. */
export function openRuntime(): Runtime {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  return {
    read() {
      // The histogram measures from one check to the next; before the second one it says next to nothing.
      const late = (ns: number): number => Math.max(0, ns / NANOSECONDS - LOOK_EVERY_MS / 1000);
      const [p50, p99, max] = [late(delay.percentile(50)), late(delay.percentile(99)), late(delay.max)];
      delay.reset();
      return [
        one('nodejs_eventloop_lag_p50_seconds', 'Event loop delay since the last scrape: median.', p50),
        one(
          'nodejs_eventloop_lag_p99_seconds',
          'Event loop delay since the last scrape: 99th percentile.',
          p99,
        ),
        one('nodejs_eventloop_lag_max_seconds', 'Event loop delay since the last scrape: longest.', max),
        ...ofProcess(),
      ];
    },
    close: () => void delay.disable(),
  };
}

function ofProcess(): Reading[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    one('process_resident_memory_bytes', 'Memory of the whole process, threads included.', rss),
    one('nodejs_heap_size_used_bytes', 'Heap in use by the main thread.', heapUsed),
    one('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
    {
      ...one(
        'process_cpu_seconds_total',
        'Processor time of the whole process.',
        (user + system) / MICROSECONDS,
      ),
      kind: 'counter',
    },
    one('process_uptime_seconds', 'Seconds since the process started.', process.uptime()),
  ];
}

function one(name: string, help: string, value: number): Reading {
  return { name, help, kind: 'gauge', values: [{ value }] };
}
