// Under which names the posts of a document may be known: by guid, by link, or by what they show.

import { comparableUrl } from '../model/comparable-url.ts';
import type { KnownPost } from '../model/post.ts';
import { type Candidate, comparablePlace, comparableTitle, sha256 } from './candidate.ts';

/** A post's names, from the one that only this post can bear to the one that publishers mean to keep. */
export interface Names {
  exact: string;
  narrow: string;
  wide: string;
  /** Of the page on which a post has its place: posts bear it that were known by their page alone. */
  page?: string;
}

/** The identities under which posts of the document may be known: what to look up before comparing. */
export function possibleIdentities(candidates: readonly Candidate[], byLink: boolean): string[] {
  return [...new Set(candidates.flatMap((candidate) => Object.values(namesOf(candidate, byLink))))];
}

export function namesOf(candidate: Candidate, byLink: boolean): Names {
  const kept = byLink ? namesByLink : namesByGuid;
  const names = kept.get(candidate) ?? nameIt(candidate, byLink);
  kept.set(candidate, names);
  return names;
}

/** What a post may be called that is known by more than that: its guid, and its place. */
export function widestNames({ identity, url }: Pick<KnownPost, 'identity' | 'url'>): string[] {
  return [wideName(identity), `u:${comparablePlace(url)}`];
}

/** A guid that several posts bear is stored with more behind it. */
export function wideName(identity: string): string {
  return identity.startsWith('g:') ? (identity.split('\n', 1)[0] ?? identity) : identity;
}

/** A post that a document shows twice is one post: its newer form. */
export function withoutTwins(candidates: readonly Candidate[], byLink: boolean): Candidate[] {
  const byName = new Map(candidates.map((candidate) => [namesOf(candidate, byLink).exact, candidate]));
  return candidates.filter((candidate) => byName.get(namesOf(candidate, byLink).exact) === candidate);
}

/** The names that several posts of a document bear. */
export function sharedNames(candidates: readonly Candidate[], byLink: boolean): ReadonlySet<string> {
  const names = candidates.flatMap((candidate) => {
    const { wide, narrow, page = wide } = namesOf(candidate, byLink);
    return [...new Set([wide, narrow, page])];
  });
  return repeated(names);
}

export function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/** Comparing asks for the names of a post a dozen times, and each time they would cost two hashes. */
const namesByGuid = new WeakMap<Candidate, Names>();
const namesByLink = new WeakMap<Candidate, Names>();

function nameIt({ guid, linked, post }: Candidate, byLink: boolean): Names {
  const link = comparableUrl(post.url);
  const title = comparableTitle(post.title);
  if (guid !== undefined && !byLink) {
    const narrow = `g:${guid}\n${link}`;
    return { wide: `g:${guid}`, narrow, exact: `${narrow}\n${sha256(title)}` };
  }
  const place = linked ? comparablePlace(post.url) : '';
  const looks = `t:${sha256([title, post.publishedAt ?? post.textHash, place].join('\n'))}`;
  if (!linked) return { wide: looks, narrow: looks, exact: looks };
  const names = { wide: `u:${place}`, narrow: looks, exact: looks };
  return place === link ? names : { ...names, page: `u:${link}` };
}
