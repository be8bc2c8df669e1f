// The app of a house that waits for its database: it is alive, it is not ready, and whatever else is asked may be asked again.
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type App, openApp } from '../app.ts';
import type { Door, Tongue } from '../routing.ts';
import { openHealthDoor } from './routes.ts';

/** The database is asked again after 5 s at the latest. */
const RETRY_SECONDS = '5';

/** `tongues`: of everybody who is told so in words of their own. The first that owns a path tells. */
export function openWaitingApp(
  { log, clock }: { log: Log; clock: Clock },
  tongues: readonly (Tongue | Door)[],
): App {
  const health = openHealthDoor(async () => false);
  return openApp({ log, clock, isUnavailable: () => true, doors: [health, ...tongues.map(closed)] });
}

/** Nothing that needs the database is in its table, so it refuses each path of its own. */
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
