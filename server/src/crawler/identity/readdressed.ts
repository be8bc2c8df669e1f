// Recognises a known post whose page was renamed, or moved to another site, and its guid with it.
import { comparableUrl } from '../../model/comparable-url.ts';
import type { KnownPost } from '../../model/post.ts';
import { areOtherPlaces, type Candidate, isWordless } from './candidate.ts';

type Said = Pick<Candidate['post'], 'publishedAt' | 'textHash'>;

/**
 * Title, date and words are the same. They may be so in two posts: of many feeds, a date tells no more than the day, and jobs, bulletins and
 * advertisements repeat their words. So no other post may be meant, neither in the document nor among the known that are left, and the
 * known one must be gone: the document shows an older post, so it has not just made room.
 */
export class Readdressed {
  readonly #known: ReadonlyMap<string, readonly KnownPost[]>;
  readonly #shown: ReadonlyMap<string, readonly Candidate[]>;
  readonly #oldest: number;

  /** `known`: those that no name has found. */
  constructor(known: readonly KnownPost[], candidates: readonly Candidate[]) {
    this.#known = Map.groupBy(known, whatItSays);
    this.#shown = Map.groupBy(candidates, ({ post }) => whatItSays(post));
    this.#oldest = candidates.reduce(
      (oldest, { post }) => Math.min(oldest, post.publishedAt ?? oldest),
      Number.POSITIVE_INFINITY,
    );
  }

  find({ post }: Candidate): KnownPost[] {
    if (post.publishedAt === undefined || post.publishedAt <= this.#oldest || isWordless(post)) return [];
    const [found, ...more] = this.#known.get(whatItSays(post)) ?? [];
    if (!found || more.length > 0 || this.#shown.get(whatItSays(post))?.length !== 1) return [];
    return areOtherPlaces(post.url, found.url) || areNumbered(post.url, found.url) ? [] : [found];
  }
}

function whatItSays({ publishedAt, textHash }: Said): string {
  return `${publishedAt}\n${textHash}`;
}

/** Nothing but a number distinguishes the addresses: software counts its posts like that, but nobody renames a page to another number. */
function areNumbered(one: string, other: string): boolean {
  const [page, otherPage] = [comparableUrl(one), comparableUrl(other)];
  return page !== otherPage && withoutNumbers(page) === withoutNumbers(otherPage);
}

/** The second post of a name often gets `-2` at its end, so a sign before a number belongs to it. */
function withoutNumbers(page: string): string {
  return page.replace(/[0-9a-f]{8}[0-9a-f-]*|[-_]?\d+/gi, '');
}
