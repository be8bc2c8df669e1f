// The door for people while the house waits for its database: the pages are away, but what is told of that looks like one of them.
import type { Door } from '../routing.ts';
import { type Assets, openAssets } from './assets.ts';
import { doorOf } from './door.ts';
import type { Front } from './house.ts';

/** Opens the door. */
export function openWaitingPages({ instance }: Pick<Front, 'instance'>): Door {
  // Read for who comes: hardly ever does a house wait.
  let assets: Assets | undefined;
  const front: Front = {
    instance,
    get assets() {
      assets ??= openAssets();
      return assets;
    },
  };
  return doorOf(front, {
    name: 'pages',
    owns: (path) => !path.startsWith('/api/'),
    routes: [['GET', '/assets/:name', ({ assets }, call) => assets.serve(call)]],
  });
}
