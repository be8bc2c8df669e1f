// The extension app.courant.search: full text over all items.
import type { ExtensionRoute } from '../handler.ts';

export const searchRoutes: readonly ExtensionRoute[] = [];
