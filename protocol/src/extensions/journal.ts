/** The extension `app.courant.journal`: what was done in bulk, and undoing it. */

import type { Endpoint } from '../endpoint.ts';

export const journalEndpoints = {} as const satisfies Record<string, Endpoint>;
