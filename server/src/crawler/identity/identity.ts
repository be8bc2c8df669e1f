// Which Post is which: compares what a document shows with what is known, so that no post is stored twice or turns unread again.
import type { KnownPost } from '../../model/post.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { identityLimits } from '../limits.ts';
import { archiveOf } from './archive.ts';
import { type Matches, matchByName, matchByWords, Pool } from './by-name.ts';
import type { Candidate } from './candidate.ts';
import { countAlike, Looks } from './looks.ts';
import { namesOf, withoutTwins } from './post-names.ts';
import { matchRebuilt } from './rebuilt.ts';
import { matchRenamed } from './renamed.ts';

export interface Comparison {
  /** The oldest first, each with the identity to store it under. */
  fresh: PostToStore[];
  edited: Edited[];
  /** When the first of the edits that have to wait may be stored; undefined: none has to. */
  editsDueAt: number | undefined;
  /** Known posts whose words have not changed. */
  alike: Alike[];
  /** The ids of the document's posts that are known. */
  shown: number[];
  /** The ids of those of them that had left the document, unless they are there only because it has room for them again. */
  back: number[];
  /** The guids change on every visit: from now on posts are recognised by their links. */
  byLink: boolean;
  /** Links or dates of posts without guids change: from now on such posts are also recognised by what they show. */
  byLooks: boolean;
  /** The identities of those posts, fresh or back in the document, that are an old archive shown again: nobody wants them as news. */
  archive: ReadonlySet<string>;
}

export interface Edited {
  id: number;
  post: PostToStore;
  /** When its site had last edited it before. */
  editedAt: number | undefined;
}

export interface Alike {
  id: number;
  post: PostToStore;
  /** Whether the document gives the post an address of its own. */
  linked: boolean;
  /** The post's stored address. */
  knownUrl: string;
}

interface Compared {
  byLink: boolean;
  byLooks?: boolean;
  /** Whether the document is known to be all that the source shows. */
  isWhole?: boolean;
  /** Whether it has more posts than are taken of one: the oldest are left out. */
  isLong?: boolean;
  /** Whether some of it was stored just now, in an earlier portion: that looks like the rest, and proves nothing about guids. */
  goesOn?: boolean;
  /** Whether older versions of parser and sanitiser have read the known posts. */
  isReadAnew?: boolean;
  now: number;
}

/** `known`: the posts with one of the possible identities, and the newest of the source. `shown`: the oldest first. */
export function comparePosts(
  shown: readonly Candidate[],
  known: readonly KnownPost[],
  {
    byLink,
    byLooks = false,
    isWhole = true,
    isLong = false,
    goesOn = false,
    isReadAnew = false,
    now,
  }: Compared,
): Comparison {
  const pool = new Pool(known);
  let candidates = withoutTwins(shown, byLink);
  let matches = matchByName(candidates, pool, byLink);
  const changing = !byLink && !goesOn && guidsChange(candidates, matches, { known, now });
  if (changing) {
    pool.releaseAll();
    candidates = withoutTwins(shown, true);
    matches = matchByName(candidates, pool, true);
  }
  matchByWords(candidates, matches, pool, byLink || changing);
  const looks = matchByLooks(candidates, matches, pool, {
    byLink: byLink || changing,
    byLooks,
    isWhole,
    now,
  });
  if (isWhole) matchRebuilt(candidates, matches, pool, now);
  if (isReadAnew) matchRenamed(candidates, matches, pool, byLink || changing);
  const unmatched = unknownAmong(candidates, matches, isLong);
  const fresh = named(unmatched, known, byLink || changing);
  const back = backAmong(candidates, matches, isLong);
  return {
    fresh,
    ...editsOf(matches, now),
    alike: pairsOf(matches, (post, known) => post.textHash === known.textHash),
    shown: [...matches.values()].map((known) => known.id),
    back: back.map((known) => known.id),
    byLink: byLink || changing,
    byLooks: looks.proven,
    archive: archiveOf({ fresh, back }, candidates.length, known),
  };
}

/** Of a long document, what is older than all that is known is no news: it moves up when the site takes a newer post away. */
function unknownAmong(candidates: readonly Candidate[], matches: Matches, isLong: boolean): Candidate[] {
  const oldestKnown = isLong ? candidates.findIndex((candidate) => matches.has(candidate)) : 0;
  return candidates.slice(Math.max(0, oldestKnown)).filter((candidate) => !matches.has(candidate));
}

/** Of a long document, what is older than all that it has gone on showing moves up likewise, and is no news to those who follow since it left. */
function backAmong(candidates: readonly Candidate[], matches: Matches, isLong: boolean): KnownPost[] {
  const found = candidates.map((candidate) => matches.get(candidate));
  const oldestShown = isLong
    ? found.findIndex((post) => post && post.leftAt === undefined && !post.isForeign)
    : 0;
  return found
    .slice(Math.max(0, oldestShown))
    .flatMap((post) => (post && post.leftAt !== undefined ? [post] : []));
}

/** Most guids are unknown although most posts are known by their looks: the guids are generated anew on each visit. */
function guidsChange(
  candidates: readonly Candidate[],
  matches: Matches,
  { known, now }: { known: readonly KnownPost[]; now: number },
): boolean {
  const guided = candidates.filter((candidate) => candidate.guid !== undefined);
  if (guided.length < identityLimits.fewestForProof) return false;
  const unknown = guided.filter((candidate) => !matches.has(candidate)).length;
  if (unknown < guided.length * identityLimits.changingGuids) return false;
  const looks = new Looks(known, candidates, { now, isWhole: false });
  const alike = countAlike(guided, (candidate) => looks.provenBy(candidate));
  return alike >= guided.length * identityLimits.changingGuids;
}

/**
 * Posts that no name has found may still look the same: same link, title and date mean the same post, whatever its guid. `proven`:
 * so many posts are found by what they show but by no name that names say nothing about posts without guids.
 */
function matchByLooks(
  candidates: readonly Candidate[],
  matches: Matches,
  pool: Pool,
  { byLink, byLooks, isWhole, now }: Required<Omit<Compared, 'isLong' | 'goesOn' | 'isReadAnew'>>,
): { proven: boolean } {
  const rest = candidates.filter((candidate) => !matches.has(candidate));
  if (rest.length === 0) return { proven: byLooks };
  const linksHold = rest.length < candidates.length * identityLimits.changingNames;
  const looks = new Looks(pool.free(), candidates, { now, isWhole, linksHold });
  const proven = byLooks || namesChange(rest, candidates.length, looks);
  const guided = byLink ? 'loose' : 'strict';
  const unguided = proven ? 'loose' : byLink ? 'careful' : 'strict';
  for (const candidate of rest) {
    const how = candidate.guid === undefined ? unguided : guided;
    const found = looks.find(candidate, how).find((post) => pool.take(post));
    if (found) matches.set(candidate, found);
  }
  return { proven };
}

/**
 * As `guidsChange`, for posts without guids: links carry a session, the site has moved, or dates are generated on each visit. A post with
 * known link, title and date is no evidence of that: its name differs because an older version of Courant named posts otherwise.
 */
function namesChange(unknown: readonly Candidate[], shown: number, looks: Looks): boolean {
  const unguided = unknown.filter(
    (candidate) => candidate.guid === undefined && looks.find(candidate, 'exact').length === 0,
  );
  if (unguided.length < shown * identityLimits.changingGuids) return false;
  const alike = countAlike(unguided, (candidate) => looks.find(candidate, 'careful'));
  return alike >= Math.max(identityLimits.fewestForProof, shown * identityLimits.changingNames);
}

/** Gives each fresh post the widest of its names that no other post has. */
function named(fresh: readonly Candidate[], known: readonly KnownPost[], byLink: boolean): PostToStore[] {
  const taken = new Set(known.map((post) => post.identity));
  const posts: PostToStore[] = [];
  for (const candidate of fresh) {
    const { wide, narrow, exact, own } = namesOf(candidate, byLink);
    const identity = [wide, narrow, exact, own].find((name) => name !== undefined && !taken.has(name));
    if (identity === undefined) continue;
    taken.add(identity);
    posts.push({ ...candidate.post, identity });
  }
  return posts;
}

function editsOf(matches: Matches, now: number): Pick<Comparison, 'edited' | 'editsDueAt'> {
  let editsDueAt: number | undefined;
  const edited = pairsOf(matches, (post, { editedAt, textHash, isForeign }) => {
    if (post.textHash === textHash) return false;
    // What another source said must not be read under the name of this one, not even for an hour.
    // A time to come is from a clock that was ahead.
    const isFree = editedAt === undefined || editedAt > now || isForeign;
    const dueAt = isFree ? now : editedAt + identityLimits.editGapMs;
    if (dueAt > now) editsDueAt = Math.min(dueAt, editsDueAt ?? dueAt);
    return dueAt <= now;
  });
  return { edited, editsDueAt };
}

function pairsOf(
  matches: Matches,
  fits: (post: Candidate['post'], known: KnownPost) => boolean,
): (Alike & Edited)[] {
  return [...matches]
    .filter(([{ post }, known]) => fits(post, known))
    .map(([{ post, linked }, { id, identity, url, editedAt }]) => ({
      id,
      post: { ...post, identity },
      editedAt,
      linked,
      knownUrl: url,
    }));
}
