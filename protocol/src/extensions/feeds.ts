/** The extension `app.courant.feeds`: changing feeds and groups, and counts of what is unread. */

import type { Endpoint } from '../endpoint.ts';

export const feedsEndpoints = {} as const satisfies Record<string, Endpoint>;
