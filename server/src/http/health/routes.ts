// The door for process monitors: is the process alive, and can it serve requests.
import type { Door } from '../routing.ts';
import { statuses } from '../statuses.ts';
import { WholeResponse } from '../whole-response.ts';

/** Opens the door. `live` does not ask the store: a process without its database needs no restart. */
export function openHealthDoor(isReady: () => Promise<boolean>): Door {
  return {
    name: 'health',
    crossOrigin: false,
    owns: (path) => path.startsWith('/health/'),
    refuse: ({ code, message }) => answer(statuses[code], message),
    fail: () => answer(503, 'not ready'),
    routes: [
      { method: 'GET', path: '/health/live', handle: () => answer(200, 'alive') },
      {
        method: 'GET',
        path: '/health/ready',
        handle: async () => ((await isReady()) ? answer(200, 'ready') : answer(503, 'not ready')),
      },
    ],
  };
}

function answer(status: number, state: string): Response {
  return new WholeResponse(JSON.stringify({ status: state }), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
