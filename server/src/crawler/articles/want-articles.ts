// Notes wishes for the articles of new posts, in the transaction that stores the posts, so that no crash loses one. The rounds fulfil
// them, each host in its turn.
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { beginArticleSearch, wantArticlesOf, wantsArticles } from '../../store/sources/articles.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import type { StoredPost } from '../../store/sources/posts.ts';
import type { WriteTx } from '../../store/store.ts';
import { hasPage } from './fetch-article.ts';
import { articleLimits } from './limits.ts';

/** `news`: in order of publication; `newer`: how many more come with the visit after these. Returns the hosts that now have something due. */
export async function wantArticles(
  tx: WriteTx,
  source: Source,
  { news, newer }: { news: readonly StoredPost[]; newer: number },
): Promise<number[]> {
  const newest = news.slice(Math.max(0, news.length + newer - articleLimits.perVisit));
  if (newest.length === 0 || !(await wantsArticles(tx, source.id))) return [];
  const hosts = new Set<number>();
  const paged = newest.filter(({ post }) => hasPage({ url: post.url, siteUrl: source.siteUrl }));
  await wantArticlesOf(
    tx,
    source.id,
    paged.map(({ id }) => id),
  );
  for (const { id, post } of paged) {
    const hostId = await hostNamed(tx, hostKey(post.url));
    await beginArticleSearch(tx, { postId: id, url: post.url, hostId, dueAt: tx.now });
    hosts.add(hostId);
  }
  return [...hosts];
}
