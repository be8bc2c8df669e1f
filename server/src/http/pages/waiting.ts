// The door for people while the service waits for its database: a page in the usual design says that the service is unavailable.
import type { Door } from '../routing.ts';
import { openAssets } from './assets.ts';
import { doorOf } from './door.ts';
import type { Front } from './house.ts';

/** Opens the door. */
export function openWaitingPages({ instance }: Pick<Front, 'instance'>): Door {
  const front: Front = {
    instance,
    first: '/',
    // Read on the first request: the service hardly ever has to wait.
    get assets() {
      return openAssets();
    },
  };
  return doorOf(front, {
    name: 'pages',
    owns: () => true,
    routes: [['GET', '/assets/:name', ({ assets }, call) => assets.serve(call)]],
  });
}
