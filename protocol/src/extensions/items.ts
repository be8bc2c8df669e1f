/** The extension `app.courant.items`: stars, what a post holds beyond the standard fields, and marking in bulk. */

import type { Endpoint } from '../endpoint.ts';

export const itemsEndpoints = {} as const satisfies Record<string, Endpoint>;
