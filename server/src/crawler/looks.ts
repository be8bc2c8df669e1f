// By what a post is known again whose name is another: its link, its title, its date and its text.

import { comparableUrl } from '../model/comparable-url.ts';
import type { KnownPost } from '../model/post.ts';
import {
  areOtherPlaces,
  type Candidate,
  comparableTitle,
  isWordless,
  showsMoreThanWords,
} from './candidate.ts';
import { identityLimits } from './limits.ts';
import { repeated } from './post-names.ts';

/**
 * How much must agree. Exact: link with its place, title and date. Strict: the same, or of a post without a guid its page and all that it
 * says, see `#saidAgain`. Loose: the link, or title and date; of a post without a guid more than that, see `#unguided`. Careful: as
 * loose, as long as it is not proven of the source that dates are made anew.
 */
export type Strictness = 'exact' | 'strict' | 'careful' | 'loose';

/** Finds known posts by what they show. */
export class Looks {
  readonly #known: readonly KnownPost[];
  readonly #candidates: readonly Candidate[];
  readonly #now: number;
  // Made when they are asked for: of a thousand known posts, links and titles took longer to compare than all else.
  #byDate: Map<number | undefined, KnownPost[]> | undefined;
  #byLink: Map<string, KnownPost[]> | undefined;
  #byTitle: Map<string, KnownPost[]> | undefined;
  #sharedLinks: ReadonlySet<string> | undefined;
  #sharedTitles: ReadonlySet<string> | undefined;
  #sharedDates: ReadonlySet<string> | undefined;

  constructor(known: readonly KnownPost[], candidates: readonly Candidate[], now: number) {
    this.#known = known;
    this.#candidates = candidates;
    this.#now = now;
  }

  find(candidate: Candidate, how: Strictness): KnownPost[] {
    const { post, linked, guid } = candidate;
    const same = this.#sameAs(candidate);
    if (how === 'exact' || (how === 'strict' && guid !== undefined)) return same;
    const onPage = this.#onPageOf(post);
    const again = this.#saidAgain(candidate, onPage, how);
    if (how === 'strict') return [...same, ...again];
    const atPlace = onPage.filter((known) => !areOtherPlaces(post.url, known.url));
    const titled = this.#titledAs(post);
    const dated = titled.filter(
      (known) =>
        post.publishedAt !== undefined && sameDate(candidate, known) && !this.#isElsewhere(candidate, known),
    );
    const telling = linked && !this.#sharesPage(post) && atPlace.length === 1 ? atPlace : [];
    if (guid !== undefined) return [...telling, ...again, ...dated];
    return [
      ...same,
      ...telling.filter((known) => sameTitle(candidate, known) || sameDate(candidate, known)),
      ...again,
      ...this.#unguided(candidate, { titled, dated, how }),
    ];
  }

  /** With one link, place, title and date. The date comes first, because few have it. */
  #sameAs(candidate: Candidate): KnownPost[] {
    const { post } = candidate;
    this.#byDate ??= Map.groupBy(this.#known, ({ publishedAt }) => publishedAt);
    const dated = this.#byDate.get(post.publishedAt) ?? [];
    return dated.filter(
      (known) =>
        sameDate(candidate, known) &&
        sameLink(candidate, known) &&
        !areOtherPlaces(post.url, known.url) &&
        sameTitle(candidate, known),
    );
  }

  /**
   * What follows `#` in a link may be made anew at each build. It tells no post from another that says the same on the same day where
   * the page has no second post, neither here nor among the known. An edit leaves two of one title or date there: once it is
   * proven that names change, the last of them is the post. Pictures without words may always be others.
   */
  #saidAgain(candidate: Candidate, onPage: readonly KnownPost[], how: Strictness): KnownPost[] {
    const { post, linked } = candidate;
    if (!linked || onPage.length === 0 || this.#sharesPage(post)) return [];
    const isEdit = (known: KnownPost): boolean =>
      sameTitle(candidate, known) || (post.publishedAt !== undefined && sameDate(candidate, known));
    const areEdits = how === 'loose' && onPage.every(isEdit);
    if (onPage.length > 1 && !areEdits) return [];
    const last = onPage.reduce((one, other) => (other.id > one.id ? other : one));
    const isSame = last.textHash === post.textHash && last.publishedAt === post.publishedAt;
    return isSame && !(isWordless(post) && showsMoreThanWords(post)) ? [last] : [];
  }

  /** It stands at another place, and places count on its page or on that of the other: several posts have had theirs there. */
  #isElsewhere({ post }: Candidate, known: KnownPost): boolean {
    if (!areOtherPlaces(post.url, known.url)) return false;
    return this.#sharesPage(post) || [post, known].some((each) => this.#onPageOf(each).length > 1);
  }

  #onPageOf({ url }: { url: string }): KnownPost[] {
    this.#byLink ??= Map.groupBy(this.#known, (post) => comparableUrl(post.url));
    return this.#byLink.get(comparableUrl(url)) ?? [];
  }

  #titledAs({ title }: { title: string }): KnownPost[] {
    this.#byTitle ??= Map.groupBy(this.#known, (post) => comparableTitle(post.title));
    return this.#byTitle.get(comparableTitle(title)) ?? [];
  }

  /** With another post of the document. */
  #sharesPage({ url }: { url: string }): boolean {
    this.#sharedLinks ??= repeated(this.#candidates.map(({ post }) => comparableUrl(post.url)));
    return this.#sharedLinks.has(comparableUrl(url));
  }

  /**
   * A new post may bear the title of an old one, each week or each day, so a title tells only where the document shows it once, or with the
   * same date and the same words. With it, the date tells where it is no other post's, and the same words tell where there are any: a comic
   * may have none. Without a link and a date of its own a post that says the same as before may be one that is said again, so it must have
   * come too often for that.
   */
  #unguided(
    candidate: Candidate,
    { titled, dated, how }: { titled: KnownPost[]; dated: KnownPost[]; how: Strictness },
  ): KnownPost[] {
    const { post, linked } = candidate;
    this.#sharedTitles ??= repeated(this.#candidates.map((each) => comparableTitle(each.post.title)));
    this.#sharedDates ??= repeated(this.#candidates.map((each) => `${each.post.publishedAt}`));
    const hasSameWords = (known: KnownPost): boolean => known.textHash === post.textHash;
    if (this.#sharedTitles.has(comparableTitle(post.title))) {
      return isWordless(post) ? [] : dated.filter(hasSameWords);
    }
    if (titled.length === 0) return [];
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
