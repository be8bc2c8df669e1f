/** The extension `app.courant.retention`: how long items are kept. */

import type { Endpoint } from '../endpoint.ts';

export const retentionEndpoints = {} as const satisfies Record<string, Endpoint>;
