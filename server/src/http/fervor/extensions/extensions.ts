// The extensions that this service supports: announced in the Instance, each with its own table of routes.
import type { ExtensionRoute } from '../handler.ts';
import { accountRoutes } from './account.ts';
import { activityRoutes } from './activity.ts';
import { adminRoutes } from './admin.ts';
import { appPasswordsRoutes } from './app-passwords.ts';
import { feedsRoutes } from './feeds.ts';
import { fullTextRoutes } from './full-text.ts';
import { healthRoutes } from './health.ts';
import { imagesRoutes } from './images.ts';
import { itemsRoutes } from './items.ts';
import { journalRoutes } from './journal.ts';
import { playbackRoutes } from './playback.ts';
import { previewRoutes } from './preview.ts';
import { retentionRoutes } from './retention.ts';
import { searchRoutes } from './search.ts';
import { syncRoutes } from './sync.ts';
import { tagsRoutes } from './tags.ts';
import { transferRoutes } from './transfer.ts';

const tables: Readonly<Record<string, readonly ExtensionRoute[]>> = {
  'app.courant.sync': syncRoutes,
  'app.courant.items': [...itemsRoutes, ...tagsRoutes],
  'app.courant.journal': journalRoutes,
  'app.courant.feeds': [...feedsRoutes, ...activityRoutes, ...previewRoutes],
  'app.courant.health': healthRoutes,
  'app.courant.search': searchRoutes,
  'app.courant.transfer': transferRoutes,
  'app.courant.full-text': fullTextRoutes,
  'app.courant.retention': retentionRoutes,
  'app.courant.playback': playbackRoutes,
  'app.courant.app-passwords': appPasswordsRoutes,
  'app.courant.images': imagesRoutes,
  'app.courant.account': accountRoutes,
  'app.courant.admin': adminRoutes,
};

export const extensionRoutes: readonly ExtensionRoute[] = Object.values(tables).flat();

/** Identifier → address of its documentation. */
export function announcedExtensions(publicUrl: string): Record<string, string> {
  return Object.fromEntries(
    Object.keys(tables).map((identifier) => [identifier, `${publicUrl}/about/extensions/${identifier}`]),
  );
}
