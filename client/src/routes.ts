/** Method and path of each endpoint: the compiler checks them against the contract's table, which is not bundled. */

import type { EndpointName, endpoints } from '@courant/protocol';
import { accountRoutes } from './extensions/account.ts';
import { activityRoutes } from './extensions/activity.ts';
import { adminRoutes } from './extensions/admin.ts';
import { appPasswordsRoutes } from './extensions/app-passwords.ts';
import { feedsRoutes } from './extensions/feeds.ts';
import { fullTextRoutes } from './extensions/full-text.ts';
import { healthRoutes } from './extensions/health.ts';
import { imagesRoutes } from './extensions/images.ts';
import { itemsRoutes } from './extensions/items.ts';
import { journalRoutes } from './extensions/journal.ts';
import { playbackRoutes } from './extensions/playback.ts';
import { previewRoutes } from './extensions/preview.ts';
import { retentionRoutes } from './extensions/retention.ts';
import { searchRoutes } from './extensions/search.ts';
import { syncRoutes } from './extensions/sync.ts';
import { tagsRoutes } from './extensions/tags.ts';
import { transferRoutes } from './extensions/transfer.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { encode, type Values } from './values.ts';

type Endpoints = typeof endpoints;

export const routes = {
  getInstance: 'GET /api/v1/instance',
  listGroups: 'GET /api/v1/groups',
  getGroup: 'GET /api/v1/groups/:id',
  listGroupFeeds: 'GET /api/v1/groups/:id/feeds',
  listGroupItems: 'GET /api/v1/groups/:id/items',
  createGroup: 'POST /api/v1/groups/create',
  deleteGroup: 'POST /api/v1/groups/:id/delete',
  listFeeds: 'GET /api/v1/feeds',
  getFeed: 'GET /api/v1/feeds/:id',
  listFeedItems: 'GET /api/v1/feeds/:id/items',
  createFeed: 'POST /api/v1/feeds/create',
  deleteFeed: 'POST /api/v1/feeds/:id/delete',
  listItems: 'GET /api/v1/items',
  getItem: 'GET /api/v1/items/:id',
  markItemRead: 'POST /api/v1/items/:id/read',
  markItemUnread: 'POST /api/v1/items/:id/unread',
  markItemsRead: 'POST /api/v1/items/read',
  markItemsUnread: 'POST /api/v1/items/unread',
  ...signInRoutes,
  ...syncRoutes,
  ...itemsRoutes,
  ...tagsRoutes,
  ...journalRoutes,
  ...feedsRoutes,
  ...activityRoutes,
  ...previewRoutes,
  ...playbackRoutes,
  ...healthRoutes,
  ...searchRoutes,
  ...transferRoutes,
  ...fullTextRoutes,
  ...retentionRoutes,
  ...appPasswordsRoutes,
  ...imagesRoutes,
  ...accountRoutes,
  ...adminRoutes,
} as const satisfies {
  [Name in EndpointName]: `${Endpoints[Name]['method']} ${Endpoints[Name]['path']}`;
};

/** The method of an endpoint and its absolute URL. */
export function locate(
  baseUrl: string,
  name: EndpointName,
  { id, query }: { id?: number; query?: Values | undefined },
): { method: string; url: string } {
  const [method = '', path = ''] = routes[name].split(' ');
  const search = encode(query ?? {});
  const url = `${baseUrl}${path.replace(':id', String(id))}`;
  return { method, url: search === '' ? url : `${url}?${search}` };
}
