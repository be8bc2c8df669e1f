// By what a post is known again whose name is another: its link, its title, its date and its text.
import type { KnownPost } from '../model/post.ts';
import { areOtherPlaces, type Candidate, comparableTitle, comparableUrl, isWordless } from './candidate.ts';
import { identityLimits } from './limits.ts';
import { repeated } from './post-names.ts';

/**
 * How much must agree. Strict: link, title and date. Loose: the link, or title and date; of a post without a guid more than that, see
 * `#unguided`. Careful: as loose, as long as it is not proven of the source that dates are made anew.
 */
export type Strictness = 'strict' | 'careful' | 'loose';

/** Finds known posts by what they show. */
export class Looks {
  readonly #byLink: Map<string, KnownPost[]>;
  readonly #byTitle: Map<string, KnownPost[]>;
  readonly #shared: ReadonlySet<string>;
  readonly #candidates: readonly Candidate[];
  readonly #now: number;
  #sharedTitles: ReadonlySet<string> | undefined;
  #sharedDates: ReadonlySet<string> | undefined;

  constructor(known: readonly KnownPost[], candidates: readonly Candidate[], now: number) {
    this.#byLink = Map.groupBy(known, (post) => comparableUrl(post.url));
    this.#byTitle = Map.groupBy(known, (post) => comparableTitle(post.title));
    this.#shared = sharedLinks(candidates);
    this.#candidates = candidates;
    this.#now = now;
  }

  find(candidate: Candidate, how: Strictness): KnownPost[] {
    const link = comparableUrl(candidate.post.url);
    const linked = (this.#byLink.get(link) ?? []).filter(
      (post) => !areOtherPlaces(candidate.post.url, post.url),
    );
    const same = linked.filter((post) => sameTitle(candidate, post) && sameDate(candidate, post));
    if (how === 'strict') return same;
    const titled = this.#byTitle.get(comparableTitle(candidate.post.title)) ?? [];
    const dated = titled.filter(
      (post) => candidate.post.publishedAt !== undefined && sameDate(candidate, post),
    );
    const isTelling = candidate.linked && !this.#shared.has(link) && linked.length === 1;
    const telling = isTelling ? linked : [];
    if (candidate.guid !== undefined) return [...telling, ...dated];
    return [
      ...same,
      ...telling.filter((post) => sameTitle(candidate, post) || sameDate(candidate, post)),
      ...this.#unguided(candidate, { titled, dated, how }),
    ];
  }

  /**
   * A new post may bear the title of an old one, each week or each day, so a title tells only where the document shows it once. With
   * it, the date tells where it is no other post's, and the same words tell where there are any: a comic may have none. Without a link
   * and a date of its own a post that says the same as before may be one that is said again, so it must have come too often for that.
   */
  #unguided(
    candidate: Candidate,
    { titled, dated, how }: { titled: KnownPost[]; dated: KnownPost[]; how: Strictness },
  ): KnownPost[] {
    const { post, linked } = candidate;
    this.#sharedTitles ??= repeated(this.#candidates.map((each) => comparableTitle(each.post.title)));
    this.#sharedDates ??= repeated(this.#candidates.map((each) => `${each.post.publishedAt}`));
    if (titled.length === 0 || this.#sharedTitles.has(comparableTitle(post.title))) return [];
    const hasSameWords = (known: KnownPost): boolean => known.textHash === post.textHash;
    const isOwnDate = !this.#sharedDates.has(`${post.publishedAt}`);
    if (isOwnDate && (dated.length === 1 || dated.every(hasSameWords)) && dated.length > 0) return dated;
    if (isWordless(post)) return [];
    if (linked || !titled.every(hasSameWords)) return dated.filter(hasSameWords);
    const lately = titled.filter(({ sortAt }) => sortAt > this.#now - identityLimits.anewMs);
    return how === 'loose' || lately.length > 1 ? titled : [];
  }
}

export function sameLink({ post }: Candidate, known: KnownPost): boolean {
  return comparableUrl(post.url) === comparableUrl(known.url);
}

export function sameTitle({ post }: Candidate, known: KnownPost): boolean {
  return comparableTitle(post.title) === comparableTitle(known.title);
}

/** Where neither has a date, the text decides. */
export function sameDate({ post }: Candidate, known: KnownPost): boolean {
  if (post.publishedAt === undefined && known.publishedAt === undefined)
    return post.textHash === known.textHash;
  return post.publishedAt === known.publishedAt;
}

function sharedLinks(candidates: readonly Candidate[]): ReadonlySet<string> {
  return repeated(candidates.map(({ post }) => comparableUrl(post.url)));
}
