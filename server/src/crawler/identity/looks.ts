// Recognises a known post whose name has changed: by its link, its title, its date and its text.

import { comparableUrl } from '../../model/comparable-url.ts';
import type { KnownPost } from '../../model/post.ts';
import { identityLimits } from '../limits.ts';
import {
  areOtherPlaces,
  type Candidate,
  comparablePageOf,
  comparablePlace,
  comparableTitleOf,
  isWordless,
  showsMoreThanWords,
} from './candidate.ts';
import { repeated } from './post-names.ts';
import { Readdressed } from './readdressed.ts';

/**
 * How much must agree. Exact: link with its place, title and date. Strict: the same, or title, date and words, see `Readdressed`; for a
 * post without a guid also its page and all that it says, see `#saidAgain`. Loose: the link, or title and date; for a post without a guid
 * more than that, see `#unguided`. Careful: like loose, as long as the source is not proven to generate its dates anew.
 */
type Strictness = 'exact' | 'strict' | 'careful' | 'loose';

/** Finds known posts by what they show. */
export class Looks {
  readonly #known: readonly KnownPost[];
  readonly #candidates: readonly Candidate[];
  readonly #now: number;
  readonly #isWhole: boolean;
  readonly #linksHold: boolean;
  #readdressed: Readdressed | undefined;
  // Built on demand: with a thousand known posts, normalising links and titles took longer than all the rest of the comparison.
  #byDate: Map<number | undefined, KnownPost[]> | undefined;
  readonly #byDateAndLink = new Map<number | undefined, Map<string, KnownPost[]>>();
  #byLink: Map<string, KnownPost[]> | undefined;
  #byPlace: Map<string, KnownPost[]> | undefined;
  #byTitle: Map<string, KnownPost[]> | undefined;
  #sharedLinks: ReadonlySet<string> | undefined;
  #sharedPlaces: ReadonlySet<string> | undefined;
  #sharedTitles: ReadonlySet<string> | undefined;
  #sharedDates: ReadonlySet<string> | undefined;
  #sharedWords: ReadonlySet<string> | undefined;

  /**
   * `isWhole`: what the document does not show, the source does not show any more. `linksHold`: most of the document was found by name, so
   * links are not written anew.
   */
  constructor(
    known: readonly KnownPost[],
    candidates: readonly Candidate[],
    { now, isWhole, linksHold = false }: { now: number; isWhole: boolean; linksHold?: boolean },
  ) {
    this.#known = known;
    this.#candidates = candidates;
    this.#now = now;
    this.#isWhole = isWhole;
    this.#linksHold = linksHold;
  }

  find(candidate: Candidate, how: Strictness): KnownPost[] {
    const { post, linked, guid } = candidate;
    const same = this.#sameAs(candidate);
    if (how === 'exact') return same;
    const moved = same.length > 0 ? same : this.#movedTo(candidate);
    if (how === 'strict' && guid !== undefined) return moved;
    const onPage = this.#onPageOf(post);
    const again = this.#saidAgain(candidate, onPage, how);
    if (how === 'strict') return [...moved, ...again];
    const titled = this.#titledAs(post);
    const dated = this.#datedAs(candidate, titled);
    const telling = linked ? this.#atLinkOf(candidate, onPage) : [];
    if (guid !== undefined) {
      const isTold = !this.#isSharedTitle(post) || this.#isOwnDate(post);
      return [...telling, ...again, ...(isTold ? dated : this.#saidOnDate(post, dated))];
    }
    return [
      ...same,
      ...telling.filter((known) => sameTitle(candidate, known) || sameDate(candidate, known)),
      ...again,
      ...this.#unguided(candidate, { titled, dated, how }),
    ];
  }

  /**
   * Known posts with the same link, place, title and date. The date is compared first, because few posts share it; then the link, because
   * all posts of a feed may have one date.
   */
  #sameAs(candidate: Candidate): KnownPost[] {
    const { post } = candidate;
    this.#byDate ??= Map.groupBy(this.#known, ({ publishedAt }) => publishedAt);
    const dated = this.#byDate.get(post.publishedAt);
    if (!dated) return [];
    const linked = this.#byDateAndLink.get(post.publishedAt) ?? Map.groupBy(dated, comparablePageOf);
    this.#byDateAndLink.set(post.publishedAt, linked);
    return (linked.get(comparablePageOf(post)) ?? []).filter(
      (known) =>
        sameDate(candidate, known) && !areOtherPlaces(post.url, known.url) && sameTitle(candidate, known),
    );
  }

  /**
   * The known posts that may be this one although its guid is another. What stands at an address may be new each day, under one title: a
   * forecast, a horoscope. So link and title prove nothing without the words or the date.
   */
  provenBy(candidate: Candidate): KnownPost[] {
    const { post, linked } = candidate;
    const isOnePage = post.publishedAt === undefined && this.#sharesPage(post) && !hasPlace(post.url);
    // Where link, title and words find it anyway, and the link is that of all, to name posts by their links would lose some.
    const isSame = (known: KnownPost): boolean =>
      (known.textHash === post.textHash || sameDate(candidate, known)) &&
      !(isOnePage && sameLink(candidate, known));
    // Some of many pictures may have one title and day. Where guids are ignored, only links of their own keep them apart.
    const isOwnPicture = isWordless(post) && linked && !this.#sharesPage(post);
    const pictures = isOwnPicture ? this.#datedAs(candidate, this.#titledAs(post)) : [];
    return [...this.find(candidate, 'loose'), ...pictures].filter(isSame);
  }

  #movedTo(candidate: Candidate): KnownPost[] {
    if (!this.#isWhole) return [];
    this.#readdressed ??= new Readdressed(this.#known, this.#candidates);
    return this.#readdressed.find(candidate);
  }

  /** Known posts that the link tells: the one on a page that no other has, or those at a place that no other has. */
  #atLinkOf(candidate: Candidate, onPage: readonly KnownPost[]): readonly KnownPost[] {
    const { post } = candidate;
    if (!this.#sharesPage(post)) {
      const atPlace = onPage.filter((known) => !areOtherPlaces(post.url, known.url));
      if (atPlace.length === 1) return atPlace;
    }
    return this.#atOwnPlace(candidate);
  }

  /**
   * Where a whole log is one page, the place on it distinguishes its posts. It may be no more than a number in a list, so the title counts
   * too. The newest comes first: while the places were not relied on, a post may have come many times.
   */
  #atOwnPlace(candidate: Candidate): KnownPost[] {
    const { url } = candidate.post;
    const place = comparablePlace(url);
    if (place === comparableUrl(url)) return [];
    this.#sharedPlaces ??= repeated(this.#candidates.map(({ post }) => comparablePlace(post.url)));
    if (this.#sharedPlaces.has(place)) return [];
    this.#byPlace ??= Map.groupBy(this.#known, (known) => comparablePlace(known.url));
    const there = this.#byPlace.get(place) ?? [];
    return there.filter((known) => sameTitle(candidate, known)).sort((one, other) => other.id - one.id);
  }

  /**
   * What follows `#` in a link may be generated anew at each build. It distinguishes no post from a known one with the same words and date
   * if the page has no second post, neither in the document nor among the known. After an edit, the page has two known posts with one
   * title or date: once it is proven that names change, the last of them is the post. Pictures without words may always be other pictures.
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

  /** The two are at different places of a page, and places count on one of their pages, because several posts have a place there. */
  #isElsewhere({ post }: Candidate, known: KnownPost): boolean {
    if (!areOtherPlaces(post.url, known.url)) return false;
    return this.#sharesPage(post) || [post, known].some((each) => this.#onPageOf(each).length > 1);
  }

  #onPageOf(post: { url: string }): KnownPost[] {
    this.#byLink ??= Map.groupBy(this.#known, comparablePageOf);
    return this.#byLink.get(comparablePageOf(post)) ?? [];
  }

  #titledAs(post: { title: string }): KnownPost[] {
    this.#byTitle ??= Map.groupBy(this.#known, comparableTitleOf);
    return this.#byTitle.get(comparableTitleOf(post)) ?? [];
  }

  /** Another post of the document is on the same page. */
  #sharesPage(post: { url: string }): boolean {
    this.#sharedLinks ??= repeated(this.#candidates.map((each) => comparablePageOf(each.post)));
    return this.#sharedLinks.has(comparablePageOf(post));
  }

  #datedAs(candidate: Candidate, titled: readonly KnownPost[]): KnownPost[] {
    return titled.filter(
      (known) =>
        sameDate(candidate, known) &&
        (candidate.post.publishedAt !== undefined || this.#isToldByWords(candidate, known)) &&
        !this.#isElsewhere(candidate, known),
    );
  }

  /** A title may come several times a day: where the document shows it several times, only the same words make it the same post. */
  #saidOnDate(post: Candidate['post'], dated: readonly KnownPost[]): KnownPost[] {
    return isWordless(post) ? [] : dated.filter(({ textHash }) => textHash === post.textHash);
  }

  /**
   * The words take the place of a date. But a list may say "New today" of each of its posts; and where links hold, the same words at another
   * link are another post.
   */
  #isToldByWords(candidate: Candidate, known: KnownPost): boolean {
    const { linked, post } = candidate;
    if (linked && this.#linksHold && !sameLink(candidate, known)) return false;
    this.#sharedWords ??= repeated(this.#candidates.map((each) => each.post.textHash));
    return !this.#sharedWords.has(post.textHash) && !isWordless(post);
  }

  #isSharedTitle(post: { title: string }): boolean {
    this.#sharedTitles ??= repeated(this.#candidates.map((each) => comparableTitleOf(each.post)));
    return this.#sharedTitles.has(comparableTitleOf(post));
  }

  /** A picture has no words to tell it, so its date has to, and if links do not hold. Signatures in addresses of pictures expire. */
  #isPictureMoved({ linked, post }: Candidate, dated: readonly KnownPost[]): boolean {
    if (!linked || this.#linksHold || !isWordless(post)) return false;
    return post.publishedAt !== undefined && this.#isOwnDate(post) && dated.length === 1;
  }

  /** No other post of the document has the date. */
  #isOwnDate({ publishedAt }: Candidate['post']): boolean {
    this.#sharedDates ??= repeated(this.#candidates.map((each) => `${each.post.publishedAt}`));
    return !this.#sharedDates.has(`${publishedAt}`);
  }

  /**
   * A new post may have the title of an old one each week or each day, so a title counts only if the document shows it once, or together
   * with the same date and the same words, or the date alone of a picture. With the title, the date counts if no other post has it, and the words count if there are any: a
   * comic may have none. Without a link and a date of its own, a post with known words may be a new post that repeats them, so it counts
   * as known only if it has come too often for that.
   */
  #unguided(
    candidate: Candidate,
    { titled, dated, how }: { titled: KnownPost[]; dated: KnownPost[]; how: Strictness },
  ): KnownPost[] {
    const { post, linked } = candidate;
    const hasSameWords = (known: KnownPost): boolean => known.textHash === post.textHash;
    if (this.#isSharedTitle(post)) {
      return this.#isPictureMoved(candidate, dated) ? dated : this.#saidOnDate(post, dated);
    }
    if (this.#isOwnDate(post) && (dated.length === 1 || dated.every(hasSameWords)) && dated.length > 0)
      return dated;
    if (isWordless(post)) return [];
    if (linked || !titled.every(hasSameWords)) return dated.filter(hasSameWords);
    const lately = titled.filter(({ sortAt }) => sortAt > this.#now - identityLimits.anewMs);
    return how === 'loose' || lately.length > 1 ? titled : [];
  }
}

/**
 * How many look like known posts, each like another one: a document may have many posts with one title and date, some of which are known
 * because they came in an earlier portion of it.
 */
export function countAlike(
  candidates: readonly Candidate[],
  find: (candidate: Candidate) => KnownPost[],
): number {
  const alike = new Set<KnownPost>();
  for (const candidate of candidates) {
    const found = find(candidate).find((post) => !alike.has(post));
    if (found) alike.add(found);
  }
  return alike.size;
}

function hasPlace(url: string): boolean {
  return comparablePlace(url) !== comparableUrl(url);
}

export function sameLink({ post }: Candidate, known: KnownPost): boolean {
  return comparablePageOf(post) === comparablePageOf(known);
}

export function sameTitle({ post }: Candidate, known: KnownPost): boolean {
  return comparableTitleOf(post) === comparableTitleOf(known);
}

/** If neither has a date, the text decides. */
export function sameDate({ post }: Candidate, known: KnownPost): boolean {
  if (post.publishedAt === undefined && known.publishedAt === undefined)
    return post.textHash === known.textHash;
  return post.publishedAt === known.publishedAt;
}
