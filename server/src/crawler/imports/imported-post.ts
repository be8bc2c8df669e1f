// Prepares a post from another reader's export for storing, as carefully as one from a feed.
import { limits } from '../../formats/limits.ts';
import { absoluteUrl } from '../../formats/links.ts';
import { sanitise } from '../../formats/sanitise.ts';
import { plainText, shorten } from '../../formats/text.ts';
import type { PostDetails, PostEnclosure } from '../../model/post.ts';
import type { TransferItem } from '../../model/transfer.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { comparableTitle, sha256 } from '../identity/candidate.ts';
import { identityOfItem } from '../identity/twins.ts';

/** An imported item that is fit to be compared and stored. */
export interface ImportedPost {
  item: TransferItem;
  post: PostToStore;
}

export function importedPost(
  written: TransferItem,
  { siteUrl, now }: { siteUrl: string; now: number },
): ImportedPost {
  const url = absoluteUrl(written.url, siteUrl);
  const title = titleOf(written);
  const details = written.details && shortened(written.details);
  const item: TransferItem = {
    ...written,
    ...(details && { details }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title, titleIsHtml: false }),
  };
  const base = url ?? siteUrl;
  const content = written.content === undefined ? undefined : sanitise(written.content, base);
  const summary = written.summary === undefined ? undefined : sanitise(written.summary, base);
  const words = content ?? summary ?? '';
  const shown = title ?? (plainText(words, limits.textChars) || url || 'Untitled');
  const published = item.publishedAt;
  const post: PostToStore = {
    identity: identityOfItem(item),
    url: base,
    title: shown,
    author: item.author,
    publishedAt: published,
    sortAt: Math.min(published ?? item.createdAt ?? now, now),
    textHash: sha256(`${comparableTitle(shown)}\n${words}`),
    content,
    summary,
    details: details ?? {},
  };
  return { item, post };
}

/** A file of 50 MB may be one item with nothing but addresses, and an item is never read in parts. */
function shortened({ enclosures, categories, ...rest }: PostDetails): PostDetails {
  return {
    ...(enclosures && { enclosures: eachOnce(enclosures).slice(0, limits.enclosures) }),
    ...(categories && { categories: [...new Set(categories)].slice(0, limits.categories) }),
    ...rest,
  };
}

/** Each file once, as in feeds: the first that names it counts, and the others say what it leaves out. */
function eachOnce(enclosures: readonly PostEnclosure[]): PostEnclosure[] {
  const found = new Map<string, PostEnclosure>();
  for (const each of enclosures) found.set(each.url, { ...each, ...found.get(each.url) });
  return [...found.values()];
}

function titleOf({ title, titleIsHtml }: TransferItem): string | undefined {
  if (title === undefined) return undefined;
  return (titleIsHtml ? plainText(title) : shorten(title, limits.titleChars)) || undefined;
}
