// A post of a document made ready to be compared and stored: no required field is empty, no date lies in the future.
import { hash } from 'node:crypto';
import type { FeedPost } from '../formats/feed-document.ts';
import { comparableUrl } from '../model/comparable-url.ts';
import type { PostDetails } from '../model/post.ts';
import type { PostToStore } from '../store/posts.ts';
import type { Readings } from '../store/sources.ts';
import { identityLimits } from './limits.ts';

export interface Candidate {
  guid: string | undefined;
  /** Whether the document gives the post an address of its own. */
  linked: boolean;
  /** Of its words as the document writes them; undefined for a post that is to be read each time. */
  fingerprint: string | undefined;
  post: Omit<PostToStore, 'identity'>;
}

/**
 * The newest posts of a document, the oldest first: the order in which they are stored, and so in which ids are given.
 * Where dates are missing the document's own order counts, in which the newest stands first. A post that is cut in two comes
 * whole with the next visit: half of it could be taken for another, or for an edit.
 */
export function candidatesOf(
  posts: readonly FeedPost[],
  { siteUrl, now }: { siteUrl: string; now: number },
): Candidate[] {
  const candidates = posts
    .filter((post) => !post.cut)
    .map((post, place) => ({ candidate: candidateOf(post, siteUrl, now), place }))
    .sort((a, b) => a.candidate.post.sortAt - b.candidate.post.sortAt || b.place - a.place)
    .slice(-identityLimits.postsAtOnce)
    .map(({ candidate }) => candidate);
  return shareOneGuid(candidates)
    ? candidates.map((candidate) => ({ ...candidate, guid: undefined }))
    : candidates;
}

/**
 * A guid that all posts of a document bear, its address mostly, is the name of none: title and date tell more, unless all have the date
 * of the build.
 */
function shareOneGuid(candidates: readonly Candidate[]): boolean {
  const guid = candidates[0]?.guid;
  if (guid === undefined || candidates.length < identityLimits.fewestForProof) return false;
  const date = candidates[0]?.post.publishedAt;
  if (date !== undefined && candidates.every(({ post }) => post.publishedAt === date)) return false;
  return candidates.every((candidate) => candidate.guid === guid);
}

/** What is to be noted of a document's posts, so that those of them that come again need not be read again. */
export function readingsOf(candidates: readonly Candidate[]): Readings {
  return new Map(
    candidates.flatMap(({ fingerprint, post }) =>
      fingerprint === undefined ? [] : [[fingerprint, post.textHash]],
    ),
  );
}

/** The same with the place on the page, for posts that are known by it: entries of a log, pages that a script makes of one. */
export function comparablePlace(url: string): string {
  const place = placeOnPage(url);
  return place === '' ? comparableUrl(url) : `${comparableUrl(url)}#${place}`;
}

/** They lead to different places of a page, or may do so; an address that names none may mean any. */
export function areOtherPlaces(one: string, other: string): boolean {
  const [place, otherPlace] = [placeOnPage(one), placeOnPage(other)];
  return place !== '' && otherPlace !== '' && place !== otherPlace;
}

/** What campaigns write there has a `=`; what scripts read there begins as a path. */
function placeOnPage(url: string): string {
  const [, fragment = ''] = /#(.*)$/s.exec(url) ?? [];
  return fragment.includes('=') && !/^[!/]/.test(fragment) ? '' : fragment;
}

export function comparableTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function candidateOf(post: FeedPost, siteUrl: string, now: number): Candidate {
  const published = usableDate(post.publishedAt ?? post.updatedAt);
  const title = post.title || post.text || post.enclosures[0]?.title || 'Untitled';
  return {
    guid: post.guid || undefined,
    linked: post.url !== undefined,
    fingerprint: post.fingerprint,
    post: {
      url: post.url ?? siteUrl,
      title,
      author: post.author,
      publishedAt: published,
      // A date in the future would hold the top of every list for years; the publisher's word is kept beside it.
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

/** It has nothing but a title, and pictures perhaps. */
export function isWordless({ title, textHash }: Pick<PostToStore, 'title' | 'textHash'>): boolean {
  return textHash === textHashOf(title, '');
}

/** Pictures and files are no words, and may be others where the words are the same. */
export function showsMoreThanWords({ content, summary, details }: Candidate['post']): boolean {
  return Boolean(content || summary || details?.imageUrl || details?.enclosures);
}

/** 1970 is what software writes that has no date. */
function usableDate(time: number | undefined): number | undefined {
  return time !== undefined && Math.abs(time) > identityLimits.earliestMs ? time : undefined;
}

/** Tags and their addresses change with each request on some sites; what is read does not. */
function plainText(html: string): string {
  return (
    html
      .replace(/<[^>]*>/g, ' ')
      // Nearly all are one blank between two words, and stay.
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
