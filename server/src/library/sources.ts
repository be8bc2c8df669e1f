// What an operator can do with Sources: visit one now, and see how they are doing.
import { findKnownSource } from '../crawler/following/known-source.ts';
import { healthOf, type SourceHealth } from '../crawler/schedule/health.ts';
import { Refusal } from '../model/refusal.ts';
import { failingSources } from '../store/sources/schedules.ts';
import { countFollowedSources, countFollowers, findSource } from '../store/sources/sources.ts';
import type { ReadTx } from '../store/store.ts';
import { needsLook } from './health.ts';
import type { Library } from './library.ts';

/** A source and how it is doing. */
export interface SourceStatus extends SourceHealth {
  url: string;
  title: string;
  followers: number;
}

/** How the sources that somebody follows are doing. */
export interface SourcesStatus {
  well: number;
  /** They fail, but not for long enough to trouble anybody. */
  stumbling: number;
  failing: number;
  /** The failing ones, oldest source first. */
  sources: SourceStatus[];
}

/** Visits the source at an address now, as far as politeness allows, and reports the result. Throws Refusal `not-found`. */
export async function refreshSource({ store, crawler }: Library, address: string): Promise<string> {
  const sourceId = await store.read((tx) => knownSource(tx, 'refresh feed', address));
  return (await crawler.refresh(sourceId)).sentence;
}

/** How the source at an address is doing. Throws Refusal `not-found`. */
export function sourceStatus({ store }: Library, address: string): Promise<SourceStatus> {
  return store.read(async (tx) => {
    const status = await statusOf(tx, await knownSource(tx, 'show feed', address));
    return status ?? noSuchSource('show feed');
  });
}

/** How all sources are doing, and which need attention. */
export function sourcesStatus({ store }: Library): Promise<SourcesStatus> {
  return store.read(async (tx) => {
    const ids = await failingSources(tx);
    const sources: SourceStatus[] = [];
    for (const id of ids) {
      const status = await statusOf(tx, id);
      if (status && needsLook.has(status.state)) sources.push(status);
    }
    return {
      well: (await countFollowedSources(tx)) - ids.length,
      stumbling: ids.length - sources.length,
      failing: sources.length,
      sources,
    };
  });
}

async function statusOf(tx: ReadTx, id: number): Promise<SourceStatus | undefined> {
  const source = await findSource(tx, id);
  const health = await healthOf(tx, id);
  if (!source || !health) return undefined;
  return { url: source.url, title: source.title, followers: await countFollowers(tx, id), ...health };
}

async function knownSource(tx: ReadTx, action: string, address: string): Promise<number> {
  return (await findKnownSource(tx, address)) ?? noSuchSource(action);
}

/** Without the address: it may have a password in it. */
function noSuchSource(action: string): never {
  throw new Refusal('not-found', `Cannot ${action}: nobody here follows this address`);
}
