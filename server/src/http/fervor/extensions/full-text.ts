// The extension app.courant.full-text: the whole article where a feed gives only its start.
import type { ExtensionRoute } from '../handler.ts';

export const fullTextRoutes: readonly ExtensionRoute[] = [];
