// The messages between the crawler's thread and the rest of the service: plain data only.
import type { LogFacts, LogLevel } from '../log.ts';
import type { HubCall, ImageAddress, ImportPlace, Push, VisitMade } from './crawler.ts';
import type { Agent } from './equipment.ts';
import type { Urgency } from './reading/reading.ts';

/** What the thread is started with. */
export interface ThreadSettings {
  /** Address of the database. */
  database: string;
  /** The memory through which the threads of the process tell each other that people are being answered (People). */
  people: SharedArrayBuffer;
  /** The private addresses that may be called, as the operator writes them. */
  fetchAllow: string;
  /** How much is kept of publishers' pictures. */
  imageCacheBytes: number;
  /** Where people and hubs reach the instance. */
  publicUrl: string;
  agent: Agent;
  /** The lowest level that is passed on to the log. */
  logLevel: LogLevel;
}

/** To the thread. */
export type Order =
  | { id: number; call: 'follow'; address: string; urgency?: Urgency | undefined }
  | { id: number; call: 'discover'; address: string }
  | { id: number; call: 'refresh'; sourceId: number }
  | { id: number; call: 'fetchArticle'; postId: number }
  | { id: number; call: 'fetchImage'; address: ImageAddress }
  | { id: number; call: 'takeImported'; place: ImportPlace }
  | { id: number; call: 'verifyHub'; asked: HubCall }
  | { id: number; call: 'expectsPush'; callback: string }
  | { id: number; call: 'deliver'; push: Push }
  | { id: number; call: 'runDue' }
  | { id: number; call: 'start' }
  | { id: number; call: 'close' };

/** From the thread. */
export type Report =
  | { kind: 'answer'; id: number; value: unknown }
  /** `isAway`: the store is unavailable. This needs a flag because the class of an error is lost between threads. */
  | { kind: 'failure'; id: number; error: unknown; isAway: boolean }
  | { kind: 'changed'; userIds: readonly number[] }
  | { kind: 'visited'; visit: VisitMade }
  | { kind: 'log'; level: LogLevel; event: string; facts: LogFacts };
