// The one document that every host of the bench serves, in its old and its new edition: twenty posts, five of them new.
import { chanceOf } from '../schedule/random.ts';

export const postsShown = 20;
export const postsNew = 5;
/** Size of a post's HTML. */
const POST_BYTES = 2_000;
const HOUR_MS = 3_600_000;
const FIRST_POST_AT = Date.UTC(2026, 9, 1);

export type Edition = 'known' | 'new';

/** Distinguishes the two in conditional requests. */
export const etags: Readonly<Record<Edition, string>> = { known: '"known"', new: '"new"' };

export function documentOf(edition: Edition): string {
  const first = edition === 'new' ? postsNew : 0;
  const posts = Array.from({ length: postsShown }, (_, index) => postAt(first + index)).reverse();
  return (
    '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>A host of the bench</title>' +
    `<link>https://posts.example/</link><description/>${posts.join('')}</channel></rss>`
  );
}

function postAt(number: number): string {
  const date = new Date(FIRST_POST_AT + number * HOUR_MS).toUTCString();
  return (
    `<item><title>Post ${number} of the bench</title><guid isPermaLink="false">post-${number}</guid>` +
    `<link>https://posts.example/${number}</link><pubDate>${date}</pubDate>` +
    `<description><![CDATA[${htmlOf(number)}]]></description></item>`
  );
}

/** Random words, so that it compresses no better than human text. */
function htmlOf(number: number): string {
  const chance = chanceOf(1, number);
  const letters = 'etaoinshrdlucmfwypvbgk';
  let html = '';
  while (html.length < POST_BYTES) {
    const words = Array.from({ length: 20 }, () =>
      Array.from(
        { length: 2 + Math.floor(chance() * 8) },
        () => letters[Math.floor(chance() ** 2 * 22)],
      ).join(''),
    );
    html += `<p>${words.join(' ')} <a href="https://posts.example/about?a=1&amp;b=2">more</a></p>\n`;
  }
  return html;
}
