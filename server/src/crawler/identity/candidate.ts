// Prepares the posts of a document for comparing and storing: no required field is empty, no post sorts into the future.
import { hash } from 'node:crypto';
import type { FeedPost } from '../../formats/feed-document.ts';
import { comparableUrl } from '../../model/comparable-url.ts';
import type { PostDetails } from '../../model/post.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import type { Readings } from '../../store/sources/sources.ts';
import { identityLimits } from '../limits.ts';

/** The title of a post that has neither a title nor words. */
const UNTITLED = 'Untitled';

export interface Candidate {
  guid: string | undefined;
  /** Whether the document gives the post an address of its own. */
  linked: boolean;
  /** When the document says that it was published, which is not when it was last changed. */
  bornAt: number | undefined;
  /** Hash of its words as the document writes them; undefined for a post that is to be read each time. */
  fingerprint: string | undefined;
  post: Omit<PostToStore, 'identity'>;
}

/**
 * The newest posts of a document, and all that it has published lately, the oldest first: the order in which they are stored and get their ids. Where dates are
 * missing, the document's own order counts, with the newest first. A post that is cut off is left for the next visit, which may
 * bring it whole: half of it could be taken for another post, or for an edit.
 */
export function candidatesOf(
  posts: readonly FeedPost[],
  { siteUrl, now }: { siteUrl: string; now: number },
): Candidate[] {
  const candidates = posts
    .filter((post) => !post.cut)
    .map((post, place) => ({ candidate: candidateOf(post, siteUrl, now), place }))
    .sort((a, b) => a.candidate.post.sortAt - b.candidate.post.sortAt || b.place - a.place)
    .map(({ candidate }) => candidate)
    .filter(
      (candidate, index, { length }) =>
        index >= length - identityLimits.postsAtOnce || isOfLate(candidate, now),
    );
  return shareOneGuid(candidates)
    ? candidates.map((candidate) => ({ ...candidate, guid: undefined }))
    : candidates;
}

/**
 * A guid that all posts of a document share (mostly the feed's address) identifies none of them: title and date tell more, unless all posts
 * have the date of the build.
 */
function shareOneGuid(candidates: readonly Candidate[]): boolean {
  const guid = candidates[0]?.guid;
  if (guid === undefined || candidates.length < identityLimits.fewestForProof) return false;
  const date = candidates[0]?.post.publishedAt;
  if (date !== undefined && candidates.every(({ post }) => post.publishedAt === date)) return false;
  return candidates.every((candidate) => candidate.guid === guid);
}

/** What to keep about a document's posts, so that posts that come again unchanged need not be read again. */
export function readingsOf(candidates: readonly Candidate[]): Readings {
  return new Map(
    candidates.flatMap(({ fingerprint, post }) =>
      fingerprint === undefined ? [] : [[fingerprint, post.textHash]],
    ),
  );
}

/** As `comparableUrl`, with the place on the page, for posts that are told apart by it: entries of a log, or pages that a script makes of one. */
export function comparablePlace(url: string): string {
  const place = placeOnPage(url);
  return place === '' ? comparableUrl(url) : `${comparableUrl(url)}#${place}`;
}

/**
 * As `comparableUrl`, without user and password: older versions gave those of the feed's address to every link that the document wrote
 * without a host.
 */
export function comparablePage(url: string): string {
  return comparableUrl(url.replace(/^(https?:\/\/)[^/?#@]*@/i, '$1'));
}

/** Whether both addresses name a place on their page, and not the same one. An address without a place may mean any. */
export function areOtherPlaces(one: string, other: string): boolean {
  const [place, otherPlace] = [placeOnPage(one), placeOnPage(other)];
  return place !== '' && otherPlace !== '' && place !== otherPlace;
}

/** A fragment with a `=` is a campaign's parameters, unless it begins like a path, which a script reads. */
function placeOnPage(url: string): string {
  const at = url.indexOf('#');
  const fragment = at === -1 ? '' : url.slice(at + 1);
  return fragment.includes('=') && !/^[!/]/.test(fragment) ? '' : fragment;
}

export function comparableTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The same of a post. Comparing asks for them once for each other post that it may be, and there may be thousands. */
export const comparableTitleOf = remembered((post: { title: string }) => comparableTitle(post.title));
export const comparablePageOf = remembered((post: { url: string }) => comparablePage(post.url));

function remembered<Post extends object>(read: (post: Post) => string): (post: Post) => string {
  const known = new WeakMap<Post, string>();
  return (post) => {
    const before = known.get(post);
    if (before !== undefined) return before;
    const now = read(post);
    known.set(post, now);
    return now;
  };
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function candidateOf(post: FeedPost, siteUrl: string, now: number): Candidate {
  const published = usableDate(post.publishedAt ?? post.updatedAt);
  const title = post.title || post.text || post.enclosures[0]?.title || UNTITLED;
  return {
    guid: post.guid || undefined,
    linked: post.url !== undefined,
    bornAt: usableDate(post.publishedAt),
    fingerprint: post.fingerprint,
    post: {
      url: post.url ?? siteUrl,
      title,
      author: post.author,
      publishedAt: published,
      // A date in the future would stay at the top of every list for years; `publishedAt` keeps what the publisher says.
      sortAt: Math.min(published ?? now, now),
      textHash: post.known ?? textHashOf(title, post.content ?? post.summary ?? ''),
      content: post.content,
      summary: post.summary,
      details: detailsOf(post),
      ...(post.known !== undefined && { skimmed: true }),
    },
  };
}

function textHashOf(title: string, html: string): string {
  return sha256(`${comparableTitle(title)}\n${plainText(html)}`);
}

/** What the hash of a post's words would be if it had this title. */
export function saysUnder(
  title: string,
  { content, summary }: Pick<PostToStore, 'content' | 'summary'>,
): string {
  return textHashOf(title, content ?? summary ?? '');
}

export function isUntitled({ title }: { title: string }): boolean {
  return title === UNTITLED;
}

/** Whether it has nothing but a title, and pictures perhaps. */
export function isWordless({ title, textHash }: Pick<PostToStore, 'title' | 'textHash'>): boolean {
  return textHash === textHashOf(title, '');
}

/**
 * Whether it may: pictures and files are not part of the words, and may differ where the words are the same. Of a skimmed post nobody knows;
 * once it counts as new, it is read in full.
 */
export function showsMoreThanWords({ content, summary, details, skimmed }: Candidate['post']): boolean {
  return Boolean(skimmed || content || summary || details?.imageUrl || details?.enclosures);
}

/** A date to come is none of publishing. */
function isOfLate({ post: { publishedAt } }: Candidate, now: number): boolean {
  return publishedAt !== undefined && publishedAt <= now && publishedAt > now - identityLimits.archiveAgeMs;
}

/** Software without a date writes one of 1970. */
function usableDate(time: number | undefined): number | undefined {
  return time !== undefined && Math.abs(time) > identityLimits.earliestMs ? time : undefined;
}

/** On some sites, tags and the addresses in them change with each request; the text that people read does not. */
function plainText(html: string): string {
  return (
    html
      .replace(/<[^>]*>/g, ' ')
      // Nearly all white space is a single blank between two words, which needs no replacing.
      .replace(/\s\s+|[^\S ]/g, ' ')
      .trim()
  );
}

function detailsOf(post: FeedPost): PostDetails {
  return {
    ...(post.enclosures.length > 0 && { enclosures: post.enclosures }),
    ...(post.categories.length > 0 && { categories: post.categories }),
    ...(post.commentsUrl !== undefined && { commentsUrl: post.commentsUrl }),
    ...(post.imageUrl !== undefined && { imageUrl: post.imageUrl }),
  };
}
