// The names under which the posts of a document may be known: by guid, by link, or by what they show.

import { comparableUrl } from '../../model/comparable-url.ts';
import type { KnownPost } from '../../model/post.ts';
import { shortName } from '../../store/sources/short-names.ts';
import { type Candidate, comparablePlace, comparableTitleOf, sha256 } from './candidate.ts';

/** A post's names, from the one that only this post can have to the one that publishers mean to keep. */
interface Names {
  exact: string;
  narrow: string;
  wide: string;
  /** The page on which the post has its place: the name of older posts, which were stored by their page alone. */
  page?: string;
  /** With what alone tells it from another post of the document with the same guid, link and title: its date, or without a guid its words. */
  own?: string;
}

/** The identities under which posts of the document may be known: to be looked up before comparing. */
export function possibleIdentities(candidates: readonly Candidate[], byLink: boolean): string[] {
  return [...new Set(candidates.flatMap((candidate) => Object.values(namesOf(candidate, byLink))))];
}

export function namesOf(candidate: Candidate, byLink: boolean): Names {
  const kept = byLink ? namesByLink : namesByGuid;
  const names = kept.get(candidate) ?? nameIt(candidate, byLink);
  kept.set(candidate, names);
  return names;
}

/** The wide names of a post that may be stored under a narrower one: its guid, and its place. */
export function widestNames({ identity, url }: Pick<KnownPost, 'identity' | 'url'>): string[] {
  return [wideName(identity), shortName(`u:${comparablePlace(url)}`)];
}

/** Where several posts share a guid, the stored identity has more behind the guid: see `namesOf`. */
export function wideName(identity: string): string {
  return identity.startsWith('g:') ? (identity.split('\n', 1)[0] ?? identity) : identity;
}

/** The names by which to look for a post, the surest first. */
export function namesInOrder(candidate: Candidate, byLink: boolean): string[] {
  const { own, exact, narrow, wide, page } = namesOf(candidate, byLink);
  return [own, exact, narrow, wide, page].filter((name) => name !== undefined);
}

/** A post that a document shows several times is one post: the last of them counts, which is the newest. */
export function withoutTwins(candidates: readonly Candidate[], byLink: boolean): Candidate[] {
  const byName = Map.groupBy(candidates, (candidate) => namesOf(candidate, byLink).exact);
  const kept = new Set(byName.values().flatMap((alike) => newestVersions(alike, byLink)));
  return candidates.filter((candidate) => kept.has(candidate));
}

function newestVersions(alike: readonly Candidate[], byLink: boolean): (Candidate | undefined)[] {
  let posts: Candidate[][] = [];
  for (const candidate of alike) {
    const { same = [], other = [] } = Object.groupBy(posts, (versions) =>
      versions.some((version) => areVersions(candidate, version, byLink)) ? 'same' : 'other',
    );
    posts = [...other, [...same.flat(), candidate]];
  }
  return posts.map((versions) => versions.at(-1));
}

/** Entries with one guid are versions of one post (RFC 4287 §4.1.1), unless they were published at two times. Without, other words are another post. */
function areVersions(candidate: Candidate, other: Candidate, byLink: boolean): boolean {
  if (candidate.post.textHash === other.post.textHash) return true;
  if (candidate.guid === undefined || byLink) return false;
  return candidate.bornAt === undefined || other.bornAt === undefined || candidate.bornAt === other.bornAt;
}

/** The names that several posts of a document share. */
export function sharedNames(candidates: readonly Candidate[], byLink: boolean): ReadonlySet<string> {
  const names = candidates.flatMap((candidate) => {
    const { wide, narrow, exact, page = wide } = namesOf(candidate, byLink);
    return [...new Set([wide, narrow, exact, page])];
  });
  return repeated(names);
}

export function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/** Comparing asks for the names of a post a dozen times, and each time would cost two hashes. */
const namesByGuid = new WeakMap<Candidate, Names>();
const namesByLink = new WeakMap<Candidate, Names>();

function nameIt({ guid, linked, bornAt, post }: Candidate, byLink: boolean): Names {
  const link = comparableUrl(post.url);
  const title = comparableTitleOf(post);
  if (guid !== undefined && !byLink) {
    const narrow = `g:${guid}\n${link}`;
    const exact = `${narrow}\n${sha256(title)}`;
    return {
      wide: shortName(`g:${guid}`),
      narrow: shortName(narrow),
      exact: shortName(exact),
      ...(bornAt !== undefined && { own: shortName(`${exact}\n${bornAt}`) }),
    };
  }
  const place = linked ? comparablePlace(post.url) : '';
  const looksWith = (...more: string[]): string =>
    `t:${sha256([title, post.publishedAt ?? post.textHash, place, ...more].join('\n'))}`;
  const looks = looksWith();
  const own = post.publishedAt === undefined ? {} : { own: looksWith(post.textHash) };
  if (!linked) return { wide: looks, narrow: looks, exact: looks, ...own };
  const names = { wide: shortName(`u:${place}`), narrow: looks, exact: looks, ...own };
  return place === link ? names : { ...names, page: shortName(`u:${link}`) };
}
