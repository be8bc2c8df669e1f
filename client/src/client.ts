/** The client: every endpoint of the contract as a method. */

import type { Feed, Group, Instance, Item } from '@courant/protocol';
import { inBatches } from './batches.ts';
import { CourantError } from './errors.ts';
import { createOpener, type Open } from './event-stream.ts';
import { accountMethods } from './extensions/account.ts';
import { activityMethods } from './extensions/activity.ts';
import { adminMethods } from './extensions/admin.ts';
import { appPasswordsMethods } from './extensions/app-passwords.ts';
import { type FeedChanges, type GroupChanges, updateFeed, updateGroup } from './extensions/feeds.ts';
import { fullTextMethods } from './extensions/full-text.ts';
import { healthMethods } from './extensions/health.ts';
import { imagesMethods } from './extensions/images.ts';
import { bulkMethods, starMethods } from './extensions/items.ts';
import { journalMethods } from './extensions/journal.ts';
import { playbackMethods } from './extensions/playback.ts';
import { previewMethods } from './extensions/preview.ts';
import { retentionMethods } from './extensions/retention.ts';
import { searchMethods } from './extensions/search.ts';
import { syncMethods } from './extensions/sync.ts';
import { transferMethods } from './extensions/transfer.ts';
import { createFollower, pauseByChance } from './follow.ts';
import { defaultTimeoutMs } from './limits.ts';
import { type ClientOptions, readBaseUrl } from './options.ts';
import { type ItemPage, type ItemQuery, toPage, toParameters, walk } from './pages.ts';
import { createSession, untilAborted } from './session.ts';
import { type CallOptions, createSignIn, renewTokens, type SignInContext } from './sign-in.ts';
import { createTransport, type Send, type TransportOptions } from './transport.ts';

export type Client = ReturnType<typeof createClient>;

/**
 * A client of one service, for at most one user. Its methods throw CourantError if the service refuses, NetworkError if it
 * cannot be reached, ContractError if the answer cannot be read, and the reason of `signal` if that is aborted. A token that has
 * expired is renewed, and the call repeated.
 */
export function createClient(options: ClientOptions) {
  const { call, follow, signIn, tokens } = connect(options);
  return {
    ...signIn,

    /** The tokens in use; undefined when signed out. */
    tokens,

    /** What the service is and runs on. Needs no sign-in. */
    async instance({ signal }: CallOptions = {}): Promise<Instance> {
      return (await call({ name: 'getInstance', signal })).body;
    },

    groups: groupMethods(call),
    feeds: feedMethods(call),
    items: itemMethods(call),

    /** The extension `app.courant.items`: stars. */
    stars: starMethods(call),

    /** The extension `app.courant.items`: marking a whole feed, a group or everything, within bounds. */
    bulk: bulkMethods(call),

    /** The extension `app.courant.journal`: what was done in bulk or removed, and undoing it. */
    journal: journalMethods(call),

    /** The extension `app.courant.sync`: for apps that keep a copy. */
    sync: syncMethods(call, follow),

    /** The extension `app.courant.health`: feeds that need a look, and repairing them. */
    health: healthMethods(call),

    /** The extension `app.courant.transfer`: feeds and whole accounts, in and out. */
    transfer: transferMethods(call),

    /** The extension `app.courant.search`: full text over all items. */
    search: searchMethods(call),

    /** The extension `app.courant.full-text`: the whole article where a feed gives only its beginning. */
    fullText: fullTextMethods(call),

    /** The extension `app.courant.playback`: positions in audio and video. */
    playback: playbackMethods(call),

    /** The extension `app.courant.retention`: how long items are kept. */
    retention: retentionMethods(call),

    /** The extension `app.courant.app-passwords`: passwords for single apps that speak Google Reader or Fever. */
    appPasswords: appPasswordsMethods(call),

    /** The extension `app.courant.images`: pictures through the service. */
    images: imagesMethods(call),

    /** The extension `app.courant.account`: how and where the user signs in, and which apps they have let in. */
    account: accountMethods(call),

    /** The extension `app.courant.admin`: accounts, invitations and the state of the instance. */
    admin: adminMethods(call),
  };
}

function connect(options: ClientOptions) {
  let app = options.app;
  const baseUrl = readBaseUrl(options.baseUrl);
  const now = options.now ?? Date.now;
  const transport: TransportOptions = {
    baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    validate: options.validate ?? false,
    images: options.images,
    now,
  };
  const send = createTransport(transport);
  const openStream = createOpener(transport);
  const context: SignInContext = {
    baseUrl,
    send,
    now,
    session: () => session,
    app: () => {
      if (app === undefined) throw new TypeError('Cannot sign in: the client has no app, register first');
      return app;
    },
    setApp: (next) => {
      app = next;
    },
  };
  const session = createSession({
    tokens: options.tokens,
    onTokens: options.onTokens ?? (() => {}),
    renew: (refreshToken) => renewTokens(context, refreshToken),
    now,
    sharing: options.sharing,
  });

  /** Calls with a valid token; one that is refused is renewed once. */
  const withToken = async <Value>(
    signal: AbortSignal | undefined,
    attempt: (accessToken: string | undefined) => Promise<Value>,
  ): Promise<Value> => {
    signal?.throwIfAborted();
    const used = await untilAborted(session.ready(), signal);
    try {
      return await attempt(used?.accessToken);
    } catch (error) {
      if (!(error instanceof CourantError) || error.status !== 401 || !session.canRenew()) throw error;
      const renewed = await untilAborted(session.renewed(used), signal);
      return attempt(renewed.accessToken);
    }
  };

  const call: Send = (request) =>
    request.name === 'getInstance'
      ? send(request)
      : withToken(request.signal, (accessToken) => send({ ...request, accessToken }));
  const open: Open = (request) =>
    withToken(request.signal, (accessToken) => openStream({ ...request, accessToken }));
  const follow = createFollower({ open, pause: options.pause ?? pauseByChance, now });
  return { call, follow, signIn: createSignIn(context), tokens: session.current };
}

function groupMethods(call: Send) {
  const list = listMethods(call, 'listGroupItems');
  return {
    /** All groups. */
    async list({ signal }: CallOptions = {}): Promise<Group[]> {
      return (await call({ name: 'listGroups', signal })).body;
    },

    /** One group. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Group> {
      return (await call({ name: 'getGroup', id, signal })).body;
    },

    /** The feeds of a group. 404: there is no such group. */
    async feeds(id: number, { signal }: CallOptions = {}): Promise<Feed[]> {
      return (await call({ name: 'listGroupFeeds', id, signal })).body;
    },

    /** A page of the items of a group's feeds, newest first. 404: there is no such group. */
    items: list.page,

    /** All items of a group's feeds; see `items.all`. */
    allItems: list.all,

    /** Creates a group; `title` is 1 to 200 characters. 409: another group has this title. 422: there is no such feed. */
    async create(group: { title: string; feedIds?: readonly number[] }, { signal }: CallOptions = {}) {
      const form = { title: group.title, feed_ids: toList(group.feedIds) };
      return (await call({ name: 'createGroup', form, signal })).body;
    },

    /** The extension `app.courant.feeds`: changes title, feeds or position. 404: no such group. 409: the title is taken. 422: no such feed. */
    update: (id: number, changes: GroupChanges, options: CallOptions = {}) =>
      updateGroup(call, id, changes, options),

    /** Deletes a group; its feeds stay. 404: there is none with this id. */
    async delete(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteGroup', id, signal });
    },
  };
}

function feedMethods(call: Send) {
  const list = listMethods(call, 'listFeedItems');
  return {
    ...activityMethods(call),
    ...previewMethods(call),

    /** All feeds. */
    async list({ signal }: CallOptions = {}): Promise<Feed[]> {
      return (await call({ name: 'listFeeds', signal })).body;
    },

    /** One feed. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Feed> {
      return (await call({ name: 'getFeed', id, signal })).body;
    },

    /** A page of the items of a feed, newest first. 404: there is no such feed. */
    items: list.page,

    /** All items of a feed; see `items.all`. */
    allItems: list.all,

    /**
     * Subscribes to a feed, or to the one that a web page links to; it is fetched before the answer, so its first items are
     * there. If the address is already followed, returns the existing feed. 422: it cannot be fetched, is no feed, or there is
     * no such group.
     */
    async create(feed: { feedUrl: string; groupIds?: readonly number[] }, { signal }: CallOptions = {}) {
      const form = { feed_url: feed.feedUrl, group_ids: toList(feed.groupIds) };
      return (await call({ name: 'createFeed', form, signal })).body;
    },

    /** The extension `app.courant.feeds`: changes title, groups, interval or position. 404: no such feed. 422: no such group. */
    update: (id: number, changes: FeedChanges, options: CallOptions = {}) =>
      updateFeed(call, id, changes, options),

    /** Deletes a feed and its items. 404: there is none with this id. */
    async delete(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteFeed', id, signal });
    },
  };
}

function itemMethods(call: Send) {
  const list = async (query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name: 'listItems', query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  return {
    /** A page of all items, newest first, and the queries of the neighbouring pages. */
    list,

    /**
     * All items that match a query, each once, page by page: newest first, or with `minId` oldest first. `for await (const item
     * of client.items.all({ only: 'unread' }))`.
     */
    all: (query: ItemQuery = {}, options: CallOptions = {}) => walk((next) => list(next, options), query),

    /** One item. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'getItem', id, signal })).body;
    },

    /** Marks one item read and returns it. 404: there is none with this id. */
    async markRead(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'markItemRead', id, signal })).body;
    },

    /** Marks one item unread and returns it. 404: there is none with this id. */
    async markUnread(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'markItemUnread', id, signal })).body;
    },

    /** Marks any number of items read, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    markManyRead: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'markItemsRead', { ids, ...options }),

    /** Marks any number of items unread, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    markManyUnread: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'markItemsUnread', { ids, ...options }),
  };
}

function listMethods(call: Send, name: 'listGroupItems' | 'listFeedItems') {
  const page = async (id: number, query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name, id, query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  const all = (id: number, query: ItemQuery = {}, options: CallOptions = {}) =>
    walk((next) => page(id, next, options), query);
  return { page, all };
}

/** An empty list is malformed (contract, Conventions), so it is left out. */
function toList(ids: readonly number[] | undefined): string | undefined {
  return ids === undefined || ids.length === 0 ? undefined : ids.join();
}
