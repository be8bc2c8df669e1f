// The one document that every host of the bench serves, as it was and as it is: twenty posts, of which five are new.
import { chanceOf } from '../schedule/random.ts';

export const postsShown = 20;
export const postsNew = 5;
/** Of a post's HTML. */
const POST_BYTES = 2_000;
const HOUR_MS = 3_600_000;
const FIRST_POST_AT = Date.UTC(2026, 9, 1);

export type Edition = 'known' | 'new';

/** What tells the two apart, to whoever asks again. */
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

/** Words by chance, so that it packs no better than what people write. */
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
