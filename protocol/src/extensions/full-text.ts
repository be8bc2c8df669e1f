/** The extension `app.courant.full-text`: the whole article where a feed gives only its start. */

import type { Endpoint } from '../endpoint.ts';

export const fullTextEndpoints = {} as const satisfies Record<string, Endpoint>;
