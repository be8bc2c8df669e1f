// The extension app.courant.retention: how long items are kept.
import type { ExtensionRoute } from '../handler.ts';

export const retentionRoutes: readonly ExtensionRoute[] = [];
