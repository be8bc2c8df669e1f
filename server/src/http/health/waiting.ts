// The app while the service waits for its database: alive, not ready, and every other request is told to try again.
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type App, openApp } from '../app.ts';
import type { Door, Tongue } from '../routing.ts';
import { openHealthDoor } from './routes.ts';

/** The database is tried again after 5 s at the latest. */
const RETRY_SECONDS = '5';

/** `tongues` are the protocols that say so in their own format. The first one that owns a path answers. */
export function openWaitingApp(
  { log, clock }: { log: Log; clock: Clock },
  tongues: readonly (Tongue | Door)[],
): App {
  const health = openHealthDoor(async () => false);
  return openApp({ log, clock, isUnavailable: () => true, doors: [health, ...tongues.map(closed)] });
}

/** No route that needs the database is in its table, so each such path is refused. */
function closed(tongue: Tongue | Door): Door {
  return {
    routes: [],
    ...tongue,
    async refuse(_refusal, call) {
      const failed = await tongue.fail(call, 'unavailable');
      failed.headers.set('Retry-After', RETRY_SECONDS);
      return failed;
    },
  };
}
