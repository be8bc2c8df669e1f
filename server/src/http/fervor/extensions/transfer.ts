// The extension app.courant.transfer: import and export of feeds and of whole accounts.
import type { ExtensionRoute } from '../handler.ts';

export const transferRoutes: readonly ExtensionRoute[] = [];
