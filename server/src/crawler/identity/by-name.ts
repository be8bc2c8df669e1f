// Finds the known posts of a document's posts by their names, and by their words where a name is not enough.
import type { KnownPost } from '../../model/post.ts';
import { areOtherPlaces, type Candidate, isWordless } from './candidate.ts';
import { sameDate, sameLink, sameTitle } from './looks.ts';
import { namesInOrder, namesOf, sharedNames, widestNames } from './post-names.ts';

export type Matches = Map<Candidate, KnownPost>;

/** The known posts. Each can be claimed by one post of the document only. */
export class Pool {
  readonly #byIdentity: Map<string, KnownPost>;
  #free: Set<KnownPost>;

  constructor(known: readonly KnownPost[]) {
    this.#byIdentity = new Map(known.map((post) => [post.identity, post]));
    this.#free = new Set(this.#byIdentity.values());
  }

  /** The rounds of `matchByName`. Most sources have no foreign posts, and so need half as many. */
  rounds(): readonly { isSame: typeof surelySame; isForeign: true | undefined }[] {
    const kinds = this.#byIdentity.values().some((post) => post.isForeign)
      ? [undefined, true as const]
      : [undefined];
    const grades = [surelySame, sameButMoved, sameButEdited];
    return kinds.flatMap((isForeign) => grades.map((isSame) => ({ isSame, isForeign })));
  }

  claim(identity: string, fits: (post: KnownPost) => boolean): KnownPost | undefined {
    const post = this.#byIdentity.get(identity);
    if (!post || !this.#free.has(post) || !fits(post)) return undefined;
    this.#free.delete(post);
    return post;
  }

  free(): KnownPost[] {
    return [...this.#free];
  }

  take(post: KnownPost): boolean {
    return this.#free.delete(post);
  }

  releaseAll(): void {
    this.#free = new Set(this.#byIdentity.values());
  }
}

/** In rounds: certain matches before possible edits, and the source's own posts before foreign ones. */
export function matchByName(candidates: readonly Candidate[], pool: Pool, byLink: boolean): Matches {
  const shared = sharedNames(candidates, byLink);
  const matches = matchUnchanged(candidates, pool, byLink);
  for (const { isSame, isForeign } of pool.rounds()) {
    const arePlacesAnew =
      isSame === sameButEdited &&
      matches.entries().some(([{ post }, { url }]) => areOtherPlaces(post.url, url));
    for (const candidate of candidates) {
      if (matches.has(candidate)) continue;
      const { exact, narrow, wide, own } = namesOf(candidate, byLink);
      const byGuid = candidate.guid !== undefined && !byLink;
      const mayBe = (name: string, known: KnownPost): boolean =>
        isSame(candidate, known, {
          byGuid,
          alone: !shared.has(byGuid ? narrow : name),
          sole: !shared.has(wide),
          titled: !shared.has(exact),
          arePlacesAnew,
        }) &&
        (byGuid || !areOtherPlaces(candidate.post.url, known.url));
      const isSure = (name: string): boolean =>
        name === own || (name === exact && !(byGuid && shared.has(exact)));
      const found = namesInOrder(candidate, byLink)
        .values()
        .map((name) =>
          pool.claim(name, (known) => known.isForeign === isForeign && (isSure(name) || mayBe(name, known))),
        )
        .find((known) => known !== undefined);
      if (found) matches.set(candidate, found);
    }
  }
  return matches;
}

/**
 * Of several posts with one title and link, all of them without guids or with one, only date and words may tell one from another that came
 * before. So these decide before all else: whichever came first would take the other's place.
 */
function matchUnchanged(candidates: readonly Candidate[], pool: Pool, byLink: boolean): Matches {
  const matches: Matches = new Map();
  for (const candidate of candidates) {
    if (namesOf(candidate, byLink).own === undefined) continue;
    const byGuid = candidate.guid !== undefined && !byLink;
    const isSame = (known: KnownPost): boolean =>
      !known.isForeign &&
      known.textHash === candidate.post.textHash &&
      sameTitle(candidate, known) &&
      sameDate(candidate, known) &&
      (byGuid ? sameLink(candidate, known) : !areOtherPlaces(candidate.post.url, known.url));
    const found = namesInOrder(candidate, byLink)
      .values()
      .map((name) => pool.claim(name, isSame))
      .find((known) => known !== undefined);
    if (found) matches.set(candidate, found);
  }
  return matches;
}

interface Naming {
  byGuid: boolean;
  /** No other post of the document has this name: a name that several posts share identifies none of them. */
  alone: boolean;
  /** No other post of the document has the same widest name, which is the guid where there is one. */
  sole: boolean;
  /** No other post of the document has the same guid, link and title. */
  titled: boolean;
  /** Known posts are at other places of their pages than before: places are written anew at each build, or count from the top. */
  arePlacesAnew: boolean;
}

function surelySame(candidate: Candidate, known: KnownPost, { byGuid, titled }: Naming): boolean {
  if (!sameTitle(candidate, known)) return false;
  if (!byGuid) return sameDate(candidate, known);
  const mayBeRedated = titled || candidate.bornAt === undefined;
  return sameLink(candidate, known) && (mayBeRedated || sameDate(candidate, known));
}

/** A guid that several posts share tells no more than their titles, and titles may come again each week. */
function sameButMoved(candidate: Candidate, known: KnownPost, { byGuid, alone, sole }: Naming): boolean {
  return sameTitle(candidate, known) && (byGuid ? sole || sameDate(candidate, known) : alone);
}

/**
 * When a guid or link is reused for another article, nothing else agrees with the first one: of a log on one page, not even the place there
 * (which tells nothing if places are written anew). When a headline is edited, its link may change with it, but the date stays.
 */
function sameButEdited(candidate: Candidate, known: KnownPost, naming: Naming): boolean {
  const { byGuid, alone, sole, arePlacesAnew } = naming;
  if (!alone) return false;
  const { publishedAt } = candidate.post;
  const isElsewhere = !arePlacesAnew && areOtherPlaces(candidate.post.url, known.url);
  if (byGuid && sameLink(candidate, known) && !isElsewhere) return true;
  if (byGuid) return sole && publishedAt !== undefined && publishedAt === known.publishedAt;
  return publishedAt === undefined || known.publishedAt === undefined || publishedAt === known.publishedAt;
}

/**
 * An edit that could not be told from another article was stored under a narrower name beside the first post, so the wide name does not
 * find it. Its words do; otherwise it would be new on each visit of a source whose links or dates are generated anew.
 */
export function matchByWords(
  candidates: readonly Candidate[],
  matches: Matches,
  pool: Pool,
  byLink: boolean,
): void {
  const rest = candidates.filter((candidate) => !matches.has(candidate) && !isWordless(candidate.post));
  if (rest.length === 0) return;
  const shared = sharedNames(candidates, byLink);
  const byWords = Map.groupBy(pool.free(), ({ textHash }) => textHash);
  for (const candidate of rest) {
    const { wide } = namesOf(candidate, byLink);
    const alike = shared.has(wide) ? [] : (byWords.get(candidate.post.textHash) ?? []);
    const found = alike.find((known) => widestNames(known).includes(wide) && pool.take(known));
    if (found) matches.set(candidate, found);
  }
}
