// Which Post an item from another reader means: by our own identity, the publisher's guid, or the link, but never by a guess.

import { comparableUrl, untrackedUrl } from '../../model/comparable-url.ts';
import type { KnownPost } from '../../model/post.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { shortName } from '../../store/sources/short-names.ts';
import { areOtherPlaces, comparablePlace, comparableTitle, sha256 } from './candidate.ts';
import { wideName } from './post-names.ts';

export type Named = Pick<KnownPost, 'identity' | 'url' | 'title'>;

/** The names of a stored post; several posts may share one. */
interface PostNames {
  /** The publisher's guid, or what takes its place. */
  name: string;
  link: string;
}

export function namesOfPost({ identity, url }: Pick<Named, 'identity' | 'url'>): PostNames {
  return { name: wideName(identity), link: shortName(comparableUrl(url)) };
}

/** The link under which a post is awaited by those who come from a reader that takes off what counts visitors; undefined: it has nothing of it. */
export function untrackedLinkOf({ url }: Pick<Named, 'url'>): string | undefined {
  const untracked = untrackedUrl(url);
  return untracked === comparableUrl(url) ? undefined : shortName(untracked);
}

/** The names under which an imported post may be known here. */
export function namesOfItem({ identity, guid, url }: TransferItem): Partial<PostNames> {
  const name = identity ?? (guid === undefined ? undefined : `g:${guid}`);
  return {
    ...(name === undefined ? {} : { name: wideName(shortName(name)) }),
    // A post without a link of its own has the site's address, which does not identify it.
    ...(url === undefined || identity?.startsWith('t:') ? {} : { link: shortName(comparableUrl(url)) }),
  };
}

/** The identity under which an imported post is stored if no known source has published it. */
export function identityOfItem(item: TransferItem): string {
  const { name } = namesOfItem(item);
  if (item.identity !== undefined) return shortName(item.identity);
  if (name !== undefined) return name;
  return item.url === undefined
    ? `t:${sha256(`${item.title ?? ''}\n${item.publishedAt ?? ''}`)}`
    : shortName(`u:${comparablePlace(item.url)}`);
}

/** All identities that the posts of some items may have: to be looked up before looking for twins. */
export function identitiesOfItems(items: readonly TransferItem[]): string[] {
  const all = items.flatMap((item) => {
    const { name, link } = namesOfItem(item);
    return [
      item.identity,
      name,
      ...(link === undefined || item.url === undefined
        ? []
        : [`u:${comparableUrl(item.url)}`, `u:${comparablePlace(item.url)}`]),
      // The link may be a permalink that serves as the post's guid.
      item.guid === undefined && item.url !== undefined ? `g:${item.url}` : undefined,
    ];
  });
  return [...new Set(all.filter((each) => each !== undefined).map(shortName))];
}

/** Returns a function that finds, among known posts, the one that an item means; undefined: none, or it is not clear which. */
export function twinFinder<Post extends Named>(
  known: readonly Post[],
): (item: TransferItem) => Post | undefined {
  const byIdentity = new Map(known.map((post) => [post.identity, post]));
  const byName = Map.groupBy(known, (post) => namesOfPost(post).name);
  const byLink = Map.groupBy(known, (post) => namesOfPost(post).link);
  let byUntracked: Map<string, Post[]> | undefined;
  return (item) => {
    const own = item.identity === undefined ? undefined : byIdentity.get(shortName(item.identity));
    if (own) return own;
    const { name, link } = namesOfItem(item);
    const named = name === undefined ? [] : (byName.get(name) ?? []);
    if (named.length > 0) return theOne(named, item);
    const linked = (link === undefined ? [] : (byLink.get(link) ?? [])).filter(
      (post) => !areOtherPlaces(post.url, item.url ?? ''),
    );
    // The guids differ, or the post has no link of its own: then only the same title makes them one.
    const telling = linked.filter((post) => !contradicts(post, name) || sameTitle(post, item));
    if (telling.length > 0 || link === undefined) return theOne(telling, item);
    byUntracked ??= Map.groupBy(known, ({ url }) => untrackedUrl(url));
    const untracked = byUntracked.get(untrackedUrl(item.url ?? '')) ?? [];
    return theOne(
      untracked.filter((post) => sameTitle(post, item) && !areOtherPlaces(post.url, item.url ?? '')),
      item,
    );
  };
}

function theOne<Post extends Named>(posts: readonly Post[], item: TransferItem): Post | undefined {
  if (posts.length <= 1) return posts[0];
  const alike = posts.filter((post) => sameTitle(post, item));
  return alike.length === 1 ? alike[0] : undefined;
}

function contradicts({ identity }: Named, name: string | undefined): boolean {
  if (identity.startsWith('t:')) return true;
  return name !== undefined && identity.startsWith('g:') && name.startsWith('g:');
}

function sameTitle(post: Named, { title }: TransferItem): boolean {
  return title !== undefined && comparableTitle(post.title) === comparableTitle(title);
}
