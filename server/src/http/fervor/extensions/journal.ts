// The extension app.courant.journal: what was done in bulk, and undoing it.
import type { ExtensionRoute } from '../handler.ts';

export const journalRoutes: readonly ExtensionRoute[] = [];
