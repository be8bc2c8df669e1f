// The door for Prometheus: what the service measures of itself. It listens on an address of its own.
import type { Door } from '../routing.ts';
import { statuses } from '../statuses.ts';
import { WholeResponse } from '../whole-response.ts';

/** `write` produces the answer, in Prometheus's text format. */
export function openMetricsDoor(write: () => Promise<string>): Door {
  return {
    name: 'metrics',
    crossOrigin: false,
    owns: () => true,
    refuse: ({ code, message }) => answer(statuses[code], `${message}\n`),
    fail: () => answer(503, 'not ready\n'),
    routes: [{ method: 'GET', path: '/metrics', handle: async () => answer(200, await write()) }],
  };
}

function answer(status: number, text: string): Response {
  return new WholeResponse(text, {
    status,
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
