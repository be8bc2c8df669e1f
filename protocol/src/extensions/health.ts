/** The extension `app.courant.health`: how the sources of feeds are, and mending them. */

import type { Endpoint } from '../endpoint.ts';

export const healthEndpoints = {} as const satisfies Record<string, Endpoint>;
