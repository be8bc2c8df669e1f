// Sanitises again, in the background, what an older version of the sanitiser has let through: most posts are in no document any more that
// a visit would read again. The newest first.
import { SANITISER_VERSION } from '../formats/versions.ts';
import { indexArticle, indexPosts } from '../store/search/search-index.ts';
import { lockHolders } from '../store/sources/articles.ts';
import { tellArticle, tellEdited } from '../store/sources/fan-out.ts';
import { lockPosts } from '../store/sources/lock-posts.ts';
import {
  beginSanitising,
  type CleanedPost,
  countCopies,
  htmlOfPost,
  nextPosts,
  noteSanitised,
  type PostHtml,
  replaceHtml,
  sanitisedSoFar,
} from '../store/sources/older-texts.ts';
import type { WriteTx } from '../store/store.ts';
import { type BackgroundWork, openBackgroundWork } from './background-work.ts';
import type { Equipment } from './equipment.ts';
import { sanitisingAgain } from './limits.ts';

type Needed = Pick<Equipment, 'store' | 'clock' | 'log' | 'limits' | 'arePeopleHere' | 'changed'>;

export function openSanitisingAgain(needed: Needed): BackgroundWork {
  const { store, arePeopleHere } = needed;
  const { dutyMs, pauseMs, pauseForPeopleMs } = sanitisingAgain;
  return openBackgroundWork(needed, {
    duty: 'sanitise again',
    failure: 'sanitising again failed',
    dutyMs,
    async portion(mayGoOn) {
      if ((await store.read((tx) => sanitisedSoFar(tx, SANITISER_VERSION))) === undefined) return undefined;
      const soFar = await store.write(async (tx) =>
        (await mayGoOn(tx)) ? beginSanitising(tx, SANITISER_VERSION) : 'elsewhere',
      );
      if (soFar === 'elsewhere') return dutyMs;
      if (soFar === undefined) return undefined;
      const cleaned = await cleanBelow(needed, soFar.below);
      await store.write(async (tx) => {
        if (await mayGoOn(tx)) await keep(tx, needed, { ...cleaned, noted: soFar.noted });
      });
      return arePeopleHere() ? pauseForPeopleMs : pauseMs;
    },
  });
}

interface Cleaned {
  posts: CleanedPost[];
  /** The last post that was looked at; 0: there are no more. */
  downTo: number;
}

async function cleanBelow({ store, limits }: Needed, below: number): Promise<Cleaned> {
  const { lookedAt, chars } = sanitisingAgain;
  const wanted = { below, version: SANITISER_VERSION, limit: lookedAt };
  const next = await store.read((tx) => nextPosts(tx, wanted));
  const posts: CleanedPost[] = [];
  let left = chars;
  let copiesLeft = limits.copiesAtOnce;
  for (const { id, isOlder } of next) {
    if (left <= 0 || copiesLeft <= 0) return { posts, downTo: id + 1 };
    const before = isOlder ? await store.read((tx) => htmlOfPost(tx, id)) : undefined;
    if (!before) continue;
    left -= Object.values(before).join('').length;
    const after = await cleanedHtml(before);
    if (!areOther(before, after)) continue;
    posts.push({ id, before, after });
    copiesLeft -= await store.read((tx) => countCopies(tx, id));
  }
  return { posts, downTo: next.length < lookedAt ? 0 : (next.at(-1)?.id ?? 0) };
}

function areOther(before: PostHtml, after: PostHtml): boolean {
  return Object.keys(before).some((text) => after[text as keyof PostHtml] !== before[text as keyof PostHtml]);
}

async function cleanedHtml({ content, summary, first_content, article }: PostHtml): Promise<PostHtml> {
  // On demand: otherwise only the threads that read documents need it.
  const { sanitise } = await import('../formats/sanitise.ts');
  const cleaned = (html: string | null, nothing: '' | null = null): string | null => {
    if (html === null) return null;
    // What is kept has whole addresses only.
    const clean = sanitise(html, 'about:blank');
    return inOrder(clean) === inOrder(html) ? html : clean || nothing;
  };
  return {
    content: cleaned(content),
    summary: cleaned(summary),
    first_content: cleaned(first_content),
    // Without a text, it would be one that nobody has looked for.
    article: cleaned(article, ''),
  };
}

/**
 * With the attributes of each tag in order of their names: the sanitiser may write them in another order each time, and nobody should be told of
 * that. Only in tags that are written as ours are, so that what comes out means the same as what went in: where that is what the sanitiser wrote,
 * in order, nothing but the order was another.
 */
function inOrder(html: string): string {
  return html.replace(
    /(<[a-z]+[1-6]?)((?: [a-z]+(?:="[^"<>]*")?)+)(?=(?: \/)?>)/g,
    (_, name: string, attributes: string) =>
      name + (attributes.match(/ [a-z]+(?:="[^"]*")?/g) ?? []).sort().join(''),
  );
}

/** Nobody's items become unread by that, and no post says that its site has changed it. */
async function keep(
  tx: WriteTx,
  { changed }: Needed,
  { posts, downTo, noted }: Cleaned & { noted: string },
): Promise<void> {
  const ids = posts.map(({ id }) => id);
  const userIds = await lockHolders(tx, ids);
  await lockPosts(tx, ids);
  const edited: number[] = [];
  for (const post of posts) {
    const { own, article } = await replaceHtml(tx, await asItIsNow(tx, post), SANITISER_VERSION);
    if (own) edited.push(post.id);
    else if (article) {
      indexArticle(tx, post.id);
      await tellArticle(tx, post.id);
    }
  }
  indexPosts(
    tx,
    edited.map((id) => ({ id, post: undefined })),
  );
  await tellEdited(tx, edited);
  await noteSanitised(tx, { version: SANITISER_VERSION, downTo }, noted);
  if (userIds.length > 0) tx.onCommit(() => changed(userIds));
}

/** An edit that has come meanwhile keeps beside it what the post said before, which only the lock of the post holds still. */
async function asItIsNow(tx: WriteTx, post: CleanedPost): Promise<CleanedPost> {
  const before = await htmlOfPost(tx, post.id);
  if (!before || !areOther(before, post.before)) return post;
  return { id: post.id, before, after: await cleanedHtml(before) };
}
