// Notes wishes for the articles of new posts, in the transaction that stores the posts, so that no crash loses one. The rounds fulfil
// them, each host in its turn.
import type { NewPost } from '../../model/post.ts';
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { beginSearch, dueHosts, wantsArticles } from '../../store/sources/full-texts.ts';
import { hostNamed, replanHost } from '../../store/sources/hosts.ts';
import { forgottenHosts } from '../../store/sources/icons.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { hasPage } from './fetch-article.ts';
import { articleLimits } from './limits.ts';

/** `posts`: in order of publication. Returns the hosts that now have something due. */
export async function wantArticles(
  tx: WriteTx,
  source: Source,
  posts: readonly { id: number; post: NewPost }[],
): Promise<number[]> {
  if (posts.length === 0 || !(await wantsArticles(tx, source.id))) return [];
  const hosts = new Set<number>();
  for (const { id, post } of posts.slice(-articleLimits.perVisit)) {
    if (!hasPage({ url: post.url, siteUrl: source.siteUrl })) continue;
    const hostId = await hostNamed(tx, hostKey(post.url));
    await beginSearch(tx, { postId: id, url: post.url, hostId, dueAt: tx.now });
    hosts.add(hostId);
  }
  return [...hosts];
}

/** Plans hosts that have articles or icons due; an empty list means all such hosts. */
export function planArticles({ store }: Equipment, hostIds: readonly number[]): Promise<void> {
  return store.write(async (tx) => {
    const due = hostIds.length > 0 ? hostIds : [...(await dueHosts(tx)), ...(await forgottenHosts(tx))];
    for (const hostId of due) await replanHost(tx, hostId);
  });
}
