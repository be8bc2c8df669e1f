// The extension app.courant.items: stars, what a post holds beyond the standard fields, and marking in bulk.
import type { ExtensionRoute } from '../handler.ts';

export const itemsRoutes: readonly ExtensionRoute[] = [];
