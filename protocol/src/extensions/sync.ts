/** The extension `app.courant.sync`: changes since a cursor, as an answer and as a stream of events. */

import type { Endpoint } from '../endpoint.ts';

export const syncEndpoints = {} as const satisfies Record<string, Endpoint>;
