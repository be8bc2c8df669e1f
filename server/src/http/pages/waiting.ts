// The door for people while the service waits for its database: a page in the usual design says that the service is unavailable.
import type { Door } from '../routing.ts';
import { type Assets, openAssets } from './assets.ts';
import { doorOf } from './door.ts';
import type { Front } from './house.ts';

/** Opens the door. */
export function openWaitingPages({ instance }: Pick<Front, 'instance'>): Door {
  // Read on the first request: the service hardly ever has to wait.
  let assets: Assets | undefined;
  const front: Front = {
    instance,
    first: '/',
    get assets() {
      assets ??= openAssets();
      return assets;
    },
  };
  return doorOf(front, {
    name: 'pages',
    owns: () => true,
    routes: [['GET', '/assets/:name', ({ assets }, call) => assets.serve(call)]],
  });
}
