// Finds the Source that a person means among the known ones, without a request.
import { normaliseAddress } from '../../formats/discover.ts';
import { findFeedOfSource } from '../../store/feeds/feeds.ts';
import { findSourceAt, readSourceAt } from '../../store/sources/sources.ts';
import type { ReadTx } from '../../store/store.ts';
import { isFailing, isPlain } from './first-source.ts';
import { type FollowedSource, found } from './followed.ts';

/** The source at an address as it is typed, which may lack its `https://`. */
export function findKnownSource(tx: ReadTx, typed: string): Promise<number | undefined> {
  return findSourceAt(tx, normaliseAddress(typed) ?? typed);
}

/**
 * The source of a feed that the user has, if the address has led there and the source is well. Whoever brings a list of old addresses means that
 * feed, whatever is at the address by now.
 */
export async function findOwnSource(
  tx: ReadTx,
  userId: number,
  typed: string,
): Promise<FollowedSource | undefined> {
  const address = normaliseAddress(typed);
  const source = address === undefined ? undefined : await readSourceAt(tx, address);
  if (!address || source?.checkedAt === undefined || isFailing(source) || isPlain(source, address))
    return undefined;
  return (await findFeedOfSource(tx, userId, source.id)) === undefined ? undefined : found(source.id);
}
