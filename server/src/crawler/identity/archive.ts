// Tells news from an old archive that a site shows again.
import type { KnownPost } from '../../model/post.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { identityLimits } from '../limits.ts';

/** Most of the document is "new", yet at least a week older than the newest known post: the site has moved. */
export function archiveOf(
  fresh: readonly PostToStore[],
  shown: number,
  known: readonly KnownPost[],
): ReadonlySet<string> {
  if (known.length === 0) return new Set();
  const newest = known.reduce((latest, post) => Math.max(latest, post.sortAt), 0);
  const old = fresh.filter((post) => post.sortAt < newest - identityLimits.archiveAgeMs);
  const isArchive = old.length >= identityLimits.archivePosts && old.length > shown / 2;
  return new Set(isArchive ? old.map((post) => post.identity) : []);
}
