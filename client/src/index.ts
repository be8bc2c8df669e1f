/** A typed client for feed-reader services that speak the contract, for any runtime with fetch. */

export type {
  Accounts,
  BulkMarked,
  Changes,
  ConnectedApps,
  Counts,
  Enclosure,
  Feed,
  FeedActivity,
  FeedCondition,
  FeedHealth,
  FeedPreview,
  FeedPulse,
  FilePosition,
  FreshInvitation,
  FullText,
  Group,
  ImportJob,
  Instance,
  InstanceState,
  Invitations,
  Item,
  ItemPlayback,
  JournalEntry,
  Me,
  ProxiedImages,
  Refreshed,
  Repair,
  ServerMetadata,
  SessionList,
  SignInFacts,
  Snapshot,
  Tag,
  WireAppPassword as AppPassword,
  WireNewAppPassword as NewAppPassword,
  WirePulse as Pulse,
  WireRetentionPolicy as RetentionPolicy,
  WireRetentionPreview as RetentionPreview,
} from '@courant/protocol';
export { type Client, createClient } from './client.ts';
export { ContractError, CourantError, NetworkError } from './errors.ts';
export type { Ceremony, NewCodes } from './extensions/account.ts';
export type { FeedChanges, GroupChanges } from './extensions/feeds.ts';
export type { BulkQuery } from './extensions/items.ts';
export type { RetentionWish } from './extensions/retention.ts';
export type { BestPage, BestQuery, NewestQuery } from './extensions/search.ts';
export type { ChangesQuery } from './extensions/sync.ts';
export type { Cut, Pause } from './follow.ts';
export type { ClientOptions } from './options.ts';
export type { ItemPage, ItemQuery } from './pages.ts';
export type { Sharing, Tokens } from './session.ts';
export {
  type App,
  type CallOptions,
  type PendingSignIn,
  type RegistrationRequest,
  readRedirect,
} from './sign-in.ts';
