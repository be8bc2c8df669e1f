// By what a post is known again whose name is another: its link, its title, its date and its text.
import type { KnownPost } from '../model/post.ts';
import { type Candidate, comparableTitle, comparableUrl } from './candidate.ts';
import { repeated } from './post-names.ts';

/** Finds known posts by link, or by title and date. */
export class Looks {
  readonly #byLink: Map<string, KnownPost[]>;
  readonly #byTitle: Map<string, KnownPost[]>;
  readonly #shared: ReadonlySet<string>;

  constructor(known: readonly KnownPost[], candidates: readonly Candidate[]) {
    this.#byLink = Map.groupBy(known, (post) => comparableUrl(post.url));
    this.#byTitle = Map.groupBy(known, (post) => comparableTitle(post.title));
    this.#shared = sharedLinks(candidates);
  }

  find(candidate: Candidate, how: 'strict' | 'loose'): KnownPost[] {
    const link = comparableUrl(candidate.post.url);
    const linked = this.#byLink.get(link) ?? [];
    if (how === 'strict') {
      return linked.filter((post) => sameTitle(candidate, post) && sameDate(candidate, post));
    }
    const named = (this.#byTitle.get(comparableTitle(candidate.post.title)) ?? []).filter(
      (post) => candidate.post.publishedAt !== undefined && sameDate(candidate, post),
    );
    const telling = candidate.linked && !this.#shared.has(link) && linked.length === 1;
    return telling ? [...linked, ...named] : named;
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
