// The new address that the document of a source has named twice: the next visit tries whether the feed is there.
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { backoffOf } from '../../store/sources/hosts.ts';
import type { Equipment } from '../equipment.ts';
import { isBelieved } from './moving.ts';

/** Undefined if there is none, and while its host rests: until then the source is asked where it was. */
export async function addressToTry(
  { store, clock }: Pick<Equipment, 'store' | 'clock'>,
  { memory: { moving } }: Source,
): Promise<string | undefined> {
  const now = clock.now();
  if (moving?.via !== 'document' || !isBelieved(moving, now)) return undefined;
  const restsUntil = await store.read((tx) => backoffOf(tx, hostKey(moving.to)));
  return restsUntil <= now ? moving.to : undefined;
}
