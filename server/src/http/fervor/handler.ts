// What the handlers of this protocol receive.
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../model/scope.ts';
import type { InTurn } from '../big-answers.ts';
import type { Call, Route } from '../routing.ts';
import type { Access } from './access.ts';
import type { EventStreams } from './event-streams.ts';
import type { FeedLists } from './feed-lists.ts';
import type { InstanceFacts } from './present.ts';
import type { RecentAnswers } from './recent-answers.ts';

export interface FervorOptions {
  library: Library;
  accounts: AccountsOptions;
  instance: InstanceFacts;
  log: Log;
}

/** Everything that a handler works with. */
export interface FervorHouse extends FervorOptions {
  eventStreams: EventStreams;
  recent: RecentAnswers;
  feedLists: FeedLists;
  /** For pages of whole accounts: each takes some ten milliseconds, and a hundred apps may begin at the same moment. */
  inTurn: InTurn;
  /** For events: one post may be news to ten thousand streams. */
  eventInTurn: InTurn;
}

/** A call whose caller is known. */
export interface UserCall extends Call, Access {}

export type UserHandler = (house: FervorHouse, call: UserCall) => Promise<Response>;

/** With what the token of the caller must allow. */
export type UserRoute<Path extends string = string> = readonly [Route['method'], Path, Scope, UserHandler];

/** A route of an extension: the tables are in the extensions' own files. */
export type ExtensionRoute = UserRoute<`/api/app.courant.${string}/v1/${string}`>;
