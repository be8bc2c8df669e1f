/** The extension `app.courant.search`: full text over all items. */

import type { Endpoint } from '../endpoint.ts';

export const searchEndpoints = {} as const satisfies Record<string, Endpoint>;
