/** The client: every endpoint of the contract as a method. */

import type { Instance } from '@courant/protocol';
import { CourantError } from './errors.ts';
import { createOpener, type Open } from './event-stream.ts';
import { accountMethods } from './extensions/account.ts';
import { adminMethods } from './extensions/admin.ts';
import { appPasswordsMethods } from './extensions/app-passwords.ts';
import { fullTextMethods } from './extensions/full-text.ts';
import { healthMethods } from './extensions/health.ts';
import { imagesMethods } from './extensions/images.ts';
import { bulkMethods, starMethods } from './extensions/items.ts';
import { journalMethods } from './extensions/journal.ts';
import { playbackMethods } from './extensions/playback.ts';
import { retentionMethods } from './extensions/retention.ts';
import { searchMethods } from './extensions/search.ts';
import { syncMethods } from './extensions/sync.ts';
import { tagsMethods } from './extensions/tags.ts';
import { transferMethods } from './extensions/transfer.ts';
import { feedMethods } from './feeds.ts';
import { createFollower, type Follow, pauseByChance } from './follow.ts';
import { groupMethods } from './groups.ts';
import { itemMethods } from './items.ts';
import { defaultTimeoutMs } from './limits.ts';
import { type ClientOptions, readBaseUrl } from './options.ts';
import { createSession, type Session, untilAborted } from './session.ts';
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

    ...extensionMethods(call, follow),
  };
}

/** The methods of each extension, under its name. */
function extensionMethods(call: Send, follow: Follow) {
  return {
    /** The extension `app.courant.items`: stars. */
    stars: starMethods(call),

    /** The extension `app.courant.items`: tags. */
    tags: tagsMethods(call),

    /** The extension `app.courant.items`: marking a whole feed, a group or everything, within bounds. */
    bulk: bulkMethods(call),

    /** The extension `app.courant.journal`: what was done in bulk, removed or imported, and undoing it. */
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

  const withToken = tokenCalls(session);
  const call: Send = (request) =>
    request.name === 'getInstance'
      ? send(request)
      : withToken(request.signal, (accessToken) => send({ ...request, accessToken }));
  const open: Open = (request) =>
    withToken(request.signal, (accessToken) => openStream({ ...request, accessToken }));
  const follow = createFollower({ open, pause: options.pause ?? pauseByChance, now });
  return { call, follow, signIn: createSignIn(context), tokens: session.current };
}

/** Calls with a valid token; one that is refused is renewed once. */
function tokenCalls(session: Session) {
  return async <Value>(
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
}
