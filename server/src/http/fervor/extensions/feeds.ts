// The extension app.courant.feeds: changing feeds and groups, and counts of what is unread.
import type { ExtensionRoute } from '../handler.ts';

export const feedsRoutes: readonly ExtensionRoute[] = [];
