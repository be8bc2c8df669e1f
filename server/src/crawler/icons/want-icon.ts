// Notes wishes for the icons of sites, after a visit or when somebody begins to follow. The rounds fulfil them, each host in its
// turn. A wish that a crash loses is noted at the next visit.
import { hostKey, maxHostChars } from '../../net/host-key.ts';
import { hostNamed, replanHost } from '../../store/sources/hosts.ts';
import { type SiteOfSource, sitesOfSources, wantIcon } from '../../store/sources/icons.ts';
import type { Store } from '../../store/store.ts';
import { iconLimits } from './limits.ts';

interface IconWishes {
  /** Returns the task that it begins, which never rejects; undefined if the wish joins the one under way. */
  want(sourceId: number): Promise<void> | undefined;
}

/** Collects wishes while others are being noted: there may be a hundred visits a second. */
export function openIconWishes(store: Store, failed: (error: unknown) => void): IconWishes {
  const waiting = new Set<number>();
  let isNoting = false;
  const noteAll = async (): Promise<void> => {
    isNoting = true;
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, iconLimits.notedAtOnce);
        for (const id of ids) waiting.delete(id);
        await note(store, ids);
      }
    } catch (error) {
      failed(error);
    } finally {
      isNoting = false;
    }
  };
  return {
    want(sourceId) {
      waiting.add(sourceId);
      return isNoting ? undefined : noteAll();
    },
  };
}

/** In a transaction of its own, because recording a visit holds other hosts. Reads first: most sources have their icon noted already. */
async function note(store: Store, sourceIds: readonly number[]): Promise<void> {
  const sources = await store.read((tx) => sitesOfSources(tx, sourceIds));
  const missing = sources.flatMap((source) => missingIcon(source) ?? []);
  if (missing.length === 0) return;
  await store.write(async (tx) => {
    for (const { sourceId, site } of missing) {
      const hostId = await hostNamed(tx, hostKey(site));
      const { firstMs, restMs } = iconLimits;
      await wantIcon(tx, sourceId, { site, hostId, dueAt: tx.now + firstMs, restMs });
      await replanHost(tx, hostId);
    }
  });
}

function missingIcon({
  sourceId,
  siteUrl,
  wantedOf,
}: SiteOfSource): { sourceId: number; site: string } | undefined {
  const site = siteOf(siteUrl);
  return site === undefined || site === wantedOf ? undefined : { sourceId, site };
}

/** Scheme and host only: the rest of an address may be somebody's secret. */
function siteOf(siteUrl: string): string | undefined {
  const url = URL.parse(siteUrl);
  const isSite = url && /^https?:$/.test(url.protocol) && url.hostname.length <= maxHostChars;
  return isSite ? url.origin : undefined;
}
