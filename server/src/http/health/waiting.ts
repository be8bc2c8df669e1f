// The app of a house that waits for its database: it is alive, it is not ready, and whatever else is asked may be asked again.
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type App, openApp } from '../app.ts';
import type { Door, Tongue } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';
import { openHealthDoor } from './routes.ts';

/** The database is asked again after 5 s at the latest. */
const RETRY_SECONDS = '5';

/** `tongues`: of the protocols whose apps are told so in their own words. The first that owns a path tells. */
export function openWaitingApp({ log, clock }: { log: Log; clock: Clock }, tongues: readonly Tongue[]): App {
  const health = openHealthDoor(async () => false);
  return openApp({
    log,
    clock,
    isUnavailable: () => true,
    doors: [{ ...health, refuse: comeAgain }, ...tongues.map(closed)],
  });
}

/** No path is in its table, so it refuses each of its own. */
function closed(tongue: Tongue): Door {
  return {
    ...tongue,
    routes: [],
    async refuse(_refusal, call) {
      const failed = await tongue.fail(call, 'unavailable');
      failed.headers.set('Retry-After', RETRY_SECONDS);
      return failed;
    },
  };
}

function comeAgain(): Response {
  return WholeResponse.json(
    { error: 'Cannot serve yet: the database is away; try again in a moment' },
    { status: 503, headers: { 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' } },
  );
}
