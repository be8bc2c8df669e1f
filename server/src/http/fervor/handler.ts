// What the handlers of this protocol receive.

import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../model/scope.ts';
import type { InTurn } from '../big-answers.ts';
import type { Call, Route } from '../routing.ts';
import type { FeedLists } from './feed-lists.ts';
import type { InstanceFacts } from './present.ts';
import type { RecentAnswers } from './recent-answers.ts';
import type { Streams } from './streams.ts';

export interface FervorOptions {
  library: Library;
  accounts: AccountsOptions;
  instance: InstanceFacts;
  log: Log;
}

/** Everything that a handler works with. */
export interface FervorHouse extends FervorOptions {
  streams: Streams;
  recent: RecentAnswers;
  feedLists: FeedLists;
  /** For pages of whole accounts: each takes some ten milliseconds, and a hundred apps may begin at the same moment. */
  inTurn: InTurn;
  /** For events: one post may be news to ten thousand streams. */
  eventInTurn: InTurn;
}

/** A call whose caller is known. */
export interface UserCall extends Call {
  userId: number;
  /** The token or session secret that identifies the caller. */
  secret: string;
  /** Until this time it identifies the caller as long as nothing is committed; undefined where it is looked up each time. */
  goodUntil: number | undefined;
  /** A text that stays the same as long as nothing of the user's has changed. */
  standing: string;
}

export type UserHandler = (house: FervorHouse, call: UserCall) => Promise<Response>;

/** A route of an extension: the tables are in the extensions' own files. */
export interface ExtensionRoute {
  method: Route['method'];
  path: `/api/app.courant.${string}/v1/${string}`;
  scope: Scope;
  handle: UserHandler;
}
