/** Every endpoint of the service in one table: what it takes, what it answers, how it fails. */

import * as z from 'zod';
import {
  authorizationQuery,
  clientMetadata,
  registeredClient,
  registration,
  registrationForm,
  tokenForm,
  tokenResult,
} from './authentication.ts';
import { type Endpoint, guarded, listing, reading, resource, token, writing } from './endpoint.ts';
import { feed, group, id, instance, item } from './entities.ts';
import { accountEndpoints } from './extensions/account.ts';
import { activityEndpoints } from './extensions/activity.ts';
import { adminEndpoints } from './extensions/admin.ts';
import { appPasswordsEndpoints } from './extensions/app-passwords.ts';
import { feedsEndpoints } from './extensions/feeds.ts';
import { fullTextEndpoints } from './extensions/full-text.ts';
import { healthEndpoints } from './extensions/health.ts';
import { imagesEndpoints } from './extensions/images.ts';
import { itemsEndpoints } from './extensions/items.ts';
import { journalEndpoints } from './extensions/journal.ts';
import { playbackEndpoints } from './extensions/playback.ts';
import { previewEndpoints } from './extensions/preview.ts';
import { retentionEndpoints } from './extensions/retention.ts';
import { searchEndpoints } from './extensions/search.ts';
import { syncEndpoints } from './extensions/sync.ts';
import { tagsEndpoints } from './extensions/tags.ts';
import { transferEndpoints } from './extensions/transfer.ts';
import { batch, feedCreation, groupCreation } from './parameters.ts';
import { introspection, serverMetadata, tokenReference } from './token-services.ts';

/** The endpoints of the contract itself. */
const contractEndpoints = {
  getInstance: {
    ...resource,
    method: 'GET',
    path: '/api/v1/instance',
    action: 'get instance',
    status: 200,
    response: instance,
    errors: [429, 500, 503],
    summary: 'What this service is and which extensions it has. Needs no token.',
  },

  listGroups: {
    ...reading,
    path: '/api/v1/groups',
    action: 'list groups',
    response: z.array(group),
    hasTag: true,
    errors: guarded,
    summary: 'All groups.',
  },
  getGroup: {
    ...reading,
    path: '/api/v1/groups/:id',
    action: 'get group',
    response: group,
    errors: [404, ...guarded],
    summary: 'One group.',
  },
  listGroupFeeds: {
    ...reading,
    path: '/api/v1/groups/:id/feeds',
    action: 'list feeds',
    response: z.array(feed),
    errors: [404, ...guarded],
    summary: 'The feeds of a group.',
  },
  listGroupItems: {
    ...listing,
    hasTag: true,
    path: '/api/v1/groups/:id/items',
    summary: 'The items of all feeds of a group, newest first.',
  },
  createGroup: {
    ...writing,
    path: '/api/v1/groups/create',
    action: 'create group',
    form: groupCreation,
    response: group,
    errors: [400, 409, 413, 415, 422, ...guarded],
    summary: 'Creates a group. 409: another group has this title. 422: an unknown feed; nothing is created.',
  },
  deleteGroup: {
    ...writing,
    path: '/api/v1/groups/:id/delete',
    action: 'delete group',
    status: 204,
    errors: [404, 413, 415, ...guarded],
    summary: 'Deletes a group; its feeds stay.',
  },

  listFeeds: {
    ...reading,
    path: '/api/v1/feeds',
    action: 'list feeds',
    response: z.array(feed),
    errors: guarded,
    summary: 'All feeds.',
  },
  getFeed: {
    ...reading,
    path: '/api/v1/feeds/:id',
    action: 'get feed',
    response: feed,
    errors: [404, ...guarded],
    summary: 'One feed.',
  },
  listFeedItems: {
    ...listing,
    hasTag: true,
    path: '/api/v1/feeds/:id/items',
    summary: 'The items of a feed, newest first.',
  },
  createFeed: {
    ...writing,
    path: '/api/v1/feeds/create',
    action: 'create feed',
    form: feedCreation,
    response: feed,
    errors: [400, 413, 415, 422, ...guarded],
    summary:
      'Subscribes to a feed, which is fetched before the answer. If the address is already followed, the existing feed is returned. ' +
      '422: the address cannot be fetched, there is no feed, or the group is unknown; nothing is created. ' +
      '429: too many new feeds at once; a list is imported whole (app.courant.transfer).',
  },
  deleteFeed: {
    ...writing,
    path: '/api/v1/feeds/:id/delete',
    action: 'delete feed',
    status: 204,
    errors: [404, 413, 415, ...guarded],
    summary: 'Deletes a feed and its items.',
  },

  listItems: {
    ...listing,
    hasTag: true,
    path: '/api/v1/items',
    errors: [400, 413, ...guarded],
    summary: 'The items of all feeds, newest first.',
  },
  getItem: {
    ...reading,
    path: '/api/v1/items/:id',
    action: 'get item',
    response: item,
    errors: [404, ...guarded],
    summary: 'One item.',
  },
  markItemRead: {
    ...writing,
    path: '/api/v1/items/:id/read',
    action: 'mark item read',
    response: item,
    errors: [404, 413, 415, ...guarded],
    summary: 'Marks one item read and returns it. Does nothing if it is read already.',
  },
  markItemUnread: {
    ...writing,
    path: '/api/v1/items/:id/unread',
    action: 'mark item unread',
    response: item,
    errors: [404, 413, 415, ...guarded],
    summary: 'Marks one item unread and returns it. Does nothing if it is unread already.',
  },
  markItemsRead: {
    ...writing,
    path: '/api/v1/items/read',
    action: 'mark items read',
    query: batch.partial(),
    form: batch.partial(),
    response: z.array(id),
    errors: [400, 413, 415, ...guarded],
    summary: 'Marks many items read: `ids` in the query or in the body. The answer lists those that exist.',
  },
  markItemsUnread: {
    ...writing,
    path: '/api/v1/items/unread',
    action: 'mark items unread',
    query: batch.partial(),
    form: batch.partial(),
    response: z.array(id),
    errors: [400, 413, 415, ...guarded],
    summary: 'Marks many items unread: `ids` in the query or in the body. The answer lists those that exist.',
  },

  register: {
    method: 'POST',
    path: '/api/v1/register',
    action: 'register app',
    form: registrationForm,
    json: { body: clientMetadata, status: 201, response: registeredClient },
    status: 200,
    response: registration,
    errors: [400, 413, 429, 500, 503],
    errorBody: 'registration',
    paginated: false,
    summary:
      'Registers an app. A form is answered with 200, JSON (RFC 7591) with 201. An app that nobody has let in within a day, or lets in ' +
      'any more, is forgotten: register again before each sign-in.',
  },
  authorize: {
    method: 'GET',
    path: '/oauth/authorize',
    action: 'authorize app',
    query: authorizationQuery,
    status: 302,
    errors: [400, 429, 500, 503],
    errorBody: 'page',
    paginated: false,
    summary:
      'Opened in a browser: sign-in, consent, and a redirect with `code` (or `error`) and `state`. If the app sent a `code_challenge` or ' +
      'was registered with JSON, `iss` comes with them (RFC 9207): the `issuer` of the metadata.',
  },
  token: {
    ...token,
    method: 'POST',
    path: '/oauth/token',
    action: 'give token',
    form: tokenForm,
    status: 200,
    response: tokenResult,
    errors: [400, 401, 413, 429, 500, 503],
    summary: 'Returns an access token for a code, a refresh token or, if the operator allows it, a password.',
  },
  revokeToken: {
    ...token,
    method: 'POST',
    path: '/oauth/revoke',
    action: 'revoke token',
    form: tokenReference,
    status: 200,
    // RFC 7009 §2.2. Some clients parse every answer as JSON.
    ignoresBody: true,
    errors: [400, 401, 413, 429, 500, 503],
    summary:
      'Revokes a token and all others from the same consent (RFC 7009). Succeeds for an unknown token.',
  },
  introspectToken: {
    ...token,
    method: 'POST',
    path: '/oauth/introspect',
    action: 'introspect token',
    form: tokenReference,
    status: 200,
    response: introspection,
    errors: [400, 401, 413, 429, 500, 503],
    summary: 'Tells an app the state of one of its own tokens (RFC 7662).',
  },
  getServerMetadata: {
    ...resource,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    action: 'get metadata',
    status: 200,
    response: serverMetadata,
    errors: [429, 500, 503],
    summary: 'Where the OAuth endpoints are and what they can do (RFC 8414).',
  },
} as const satisfies Record<string, Endpoint>;

/** Name → endpoint. The name is the `operationId` in the OpenAPI description. */
export const endpoints = {
  ...contractEndpoints,
  ...syncEndpoints,
  ...itemsEndpoints,
  ...tagsEndpoints,
  ...journalEndpoints,
  ...feedsEndpoints,
  ...activityEndpoints,
  ...previewEndpoints,
  ...playbackEndpoints,
  ...healthEndpoints,
  ...searchEndpoints,
  ...transferEndpoints,
  ...fullTextEndpoints,
  ...retentionEndpoints,
  ...appPasswordsEndpoints,
  ...imagesEndpoints,
  ...accountEndpoints,
  ...adminEndpoints,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;

/** The body that the endpoint of this name answers with on success; undefined if it has none. */
export type ResponseOf<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  response: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : (typeof endpoints)[Name] extends { text: string }
    ? string
    : undefined;
