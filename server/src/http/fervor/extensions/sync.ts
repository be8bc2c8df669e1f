// The extension app.courant.sync: changes since a cursor, as an answer and as a stream of events.
import type { ExtensionRoute } from '../handler.ts';

export const syncRoutes: readonly ExtensionRoute[] = [];
