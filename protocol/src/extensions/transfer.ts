/** The extension `app.courant.transfer`: import and export of feeds and of whole accounts. */

import type { Endpoint } from '../endpoint.ts';

export const transferEndpoints = {} as const satisfies Record<string, Endpoint>;
