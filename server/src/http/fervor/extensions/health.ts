// The extension app.courant.health: how the sources of feeds are, and mending them.
import type { ExtensionRoute } from '../handler.ts';

export const healthRoutes: readonly ExtensionRoute[] = [];
