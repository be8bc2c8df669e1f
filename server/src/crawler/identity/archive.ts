// Tells news from an old archive that a site shows again, be it at a visit or for somebody who comes back after an absence.
import type { KnownPost } from '../../model/post.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { identityLimits } from '../limits.ts';

/**
 * Most of the document is "new", yet at least a week older than the newest known post: the site has moved. Returns identities. Posts that come
 * `back` are judged as by somebody to whom they are new as well.
 */
export function archiveOf(
  { fresh, back }: { fresh: readonly PostToStore[]; back: readonly KnownPost[] },
  shown: number,
  known: readonly KnownPost[],
): ReadonlySet<string> {
  if (known.length === 0) return new Set();
  const newest = known.reduce((latest, post) => Math.max(latest, post.sortAt), 0);
  const forNewcomers = new Set<PostToStore | KnownPost>(archiveAmong([...fresh, ...back], shown, newest));
  const archive = [...archiveAmong(fresh, shown, newest), ...back.filter((post) => forNewcomers.has(post))];
  return new Set(archive.map((post) => post.identity));
}

/** What was stored while somebody was away. */
export interface Meanwhile {
  posts: readonly StoredMeanwhile[];
  /** When the newest post was published that was known before; `-Infinity`: none was. */
  newestKnownAt: number;
  /** How many posts the document shows. */
  shown: number;
  /** When the source itself was found, if that was meanwhile. Its first document shows what somebody may have had from another source. */
  foundAt: number | undefined;
}

export interface StoredMeanwhile {
  id: number;
  sortAt: number;
  storedAt: number;
}

/**
 * The ids of the posts that would not have been news to whoever had followed the source all the time. How long each document was is not
 * known any more: at least as long as what was stored of it, and mostly as long as the last one.
 */
export function noNewsAmong({ posts, newestKnownAt, shown, foundAt }: Meanwhile): ReadonlySet<number> {
  const old = new Set<number>();
  let newest = newestKnownAt;
  for (const brought of byVisit(posts)) {
    const isFirst =
      foundAt !== undefined && (brought[0]?.storedAt ?? 0) - foundAt <= identityLimits.oneVisitMs;
    const archive = isFirst
      ? brought.filter((post) => post.sortAt <= newest)
      : archiveAmong(brought, Math.max(shown, brought.length), newest);
    for (const { id } of archive) old.add(id);
    newest = brought.reduce((latest, post) => Math.max(latest, post.sortAt), newest);
  }
  return old;
}

/** A visit stores much text in several transactions, one right after the other. */
function byVisit(posts: readonly StoredMeanwhile[]): StoredMeanwhile[][] {
  const visits: StoredMeanwhile[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const post of posts.toSorted((a, b) => a.storedAt - b.storedAt)) {
    if (post.storedAt - last > identityLimits.oneVisitMs) visits.push([]);
    visits.at(-1)?.push(post);
    last = post.storedAt;
  }
  return visits;
}

function archiveAmong<T extends { sortAt: number }>(
  fresh: readonly T[],
  shown: number,
  newest: number,
): readonly T[] {
  const old = fresh.filter((post) => post.sortAt < newest - identityLimits.archiveAgeMs);
  return old.length >= identityLimits.archivePosts && old.length > shown / 2 ? old : [];
}
