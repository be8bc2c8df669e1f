// Wishes for the icons of sites: noted after a visit, or when somebody begins to follow, and fulfilled by the rounds, each host in
// its turn. What a crash loses the next visit notes.
import { hostKey } from '../../net/host-key.ts';
import { hostNamed, replanHost } from '../../store/hosts.ts';
import { isIconWanted, wantIcon } from '../../store/icons.ts';
import { findSource } from '../../store/sources.ts';
import type { Equipment } from '../equipment.ts';
import { iconLimits } from './limits.ts';

/** In a transaction of its own: whoever records a visit holds other hosts. */
export async function wantSiteIcon({ store }: Pick<Equipment, 'store'>, sourceId: number): Promise<void> {
  const site = await store.read(async (tx) => {
    const own = siteOf((await findSource(tx, sourceId))?.siteUrl);
    // Most are visited for the hundredth time.
    return own !== undefined && (await isIconWanted(tx, sourceId, own)) ? undefined : own;
  });
  if (site === undefined) return;
  await store.write(async (tx) => {
    const hostId = await hostNamed(tx, hostKey(site));
    const { firstMs, restMs } = iconLimits;
    await wantIcon(tx, sourceId, { site, hostId, dueAt: tx.now + firstMs, restMs });
    await replanHost(tx, hostId);
  });
}

/** Scheme and host: what else an address holds may be somebody's secret. */
function siteOf(siteUrl: string | undefined): string | undefined {
  const url = siteUrl === undefined ? null : URL.parse(siteUrl);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
