// The messages between the crawler's thread and the rest of the service: plain data only.
import type { LogFacts, LogLevel } from '../log.ts';
import type { Crawler, VisitMade } from './crawler.ts';
import type { Agent } from './equipment.ts';

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

/** To the thread: what it is to do, with the arguments of the method of that name. */
export interface Order {
  id: number;
  call: keyof Crawler;
  args: readonly unknown[];
}

/** From the thread. */
export type Report =
  | { kind: 'answer'; id: number; value: unknown }
  /** `isAway`: the store is unavailable. This needs a flag because the class of an error is lost between threads. */
  | { kind: 'failure'; id: number; error: unknown; isAway: boolean }
  | { kind: 'changed'; userIds: readonly number[] }
  | { kind: 'visited'; visit: VisitMade }
  | { kind: 'log'; level: LogLevel; event: string; facts: LogFacts };
