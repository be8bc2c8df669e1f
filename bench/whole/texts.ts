// Posts in the style of real sites: paragraphs with links, pictures, quotations and non-ASCII characters, some 4 kB of HTML.
import { type Chance, chanceOf } from '../schedule/random.ts';
import { latinPost, wordAt } from '../search/texts.ts';

/** Size of a post's HTML: many short, few long, 4 kB on average. */
const BYTES = { least: 400, spread: 10_800 };
/** Different paragraphs: making them word by word for each post would take longer than storing it. */
const PARAGRAPHS = 4_000;

const paragraphs = Array.from({ length: PARAGRAPHS }, (_, number) => paragraph(chanceOf(11, number), number));

/** Always the same for a number. */
export function contentOf(number: number): string {
  const chance = chanceOf(12, number);
  const wanted = BYTES.least + Math.floor(chance() * chance() * chance() * 2.7 * BYTES.spread);
  let html = '';
  while (html.length < wanted) html += paragraphs[Math.floor(chance() * PARAGRAPHS)] ?? '';
  return html;
}

function paragraph(chance: Chance, number: number): string {
  const words = latinPost(chance)
    .content.replace(/<[^>]*>/g, ' ')
    .trim()
    .split(' ')
    .slice(0, 70);
  const link = `<a href="https://${words[1]}.example/${words[2]}/${number}?utm_source=feed&amp;utm_medium=rss">`;
  const sentence = `${words.slice(3, 30).join(' ')}. “${words.slice(30, 45).join(' ')}” — ${words.slice(45).join(' ')}…`;
  if (number % 9 === 0) return pictureOf(words, number);
  if (number % 7 === 0)
    return `<h2>${wordAt(number)} &amp; ${words[4]}</h2>\n<ul>\n<li>${sentence}</li>\n</ul>\n`;
  if (number % 5 === 0) return `<blockquote><p>${sentence}</p></blockquote>\n`;
  return `<p>${link}${words[0]}</a> ${sentence} <em>${words[5]}</em></p>\n`;
}

function pictureOf(words: readonly string[], number: number): string {
  const address = `https://images.${words[1]}.example/uploads/2026/10/${words[2]}-${number}`;
  return (
    `<figure><img src="${address}-1024x683.jpg" alt="${words.slice(3, 9).join(' ')}" width="1024" height="683" loading="lazy" ` +
    `srcset="${address}-1024x683.jpg 1024w, ${address}-300x200.jpg 300w, ${address}-768x512.jpg 768w">` +
    `<figcaption>${words.slice(9, 16).join(' ')}</figcaption></figure>\n`
  );
}
