// Posts whose words are as frequent as in human language: the second half as often as the first, the third a third as often.
import { type Chance, chanceOf } from '../schedule/random.ts';

/** Number of different words in all posts together. */
const WORDS = 200_000;
/** Number of different characters in the posts without blanks. */
const SIGNS = 3_000;
const FIRST_SIGN = 0x4e00;
/** Words in a post: many short posts, few long ones, as in feeds. */
const LENGTH = { least: 20, most: 520 };

const syllables =
  'ba be bi co con da de di do el en er ex fa fi for ga go ha he hi im in ka ko la le li lo ma me mi mo na ne ni no on or pa pe po pre pro ra re ri ro sa se si so sta ste ti to tra un ur va ve vi wa we xi yo za'.split(
    ' ',
  );

const words = vocabulary();

interface WrittenPost {
  title: string;
  author: string;
  content: string;
}

/** The word at a place in the list of the most frequent. */
export function wordAt(place: number): string {
  return words[place] ?? '';
}

export function signAt(place: number): string {
  return String.fromCodePoint(FIRST_SIGN + place);
}

export function latinPost(chance: Chance): WrittenPost {
  const length = LENGTH.least + Math.floor(chance() * chance() * (LENGTH.most - LENGTH.least));
  const topic = wordAt(zipf(chance, WORDS));
  const text = Array.from({ length }, (_, index) => (index % 40 === 7 ? topic : wordAt(zipf(chance, WORDS))));
  const title = [topic, ...Array.from({ length: 6 }, () => wordAt(zipf(chance, WORDS)))];
  return { title: title.join(' '), author: authorOf(chance), content: paragraphs(text, ' ') };
}

export function joinedPost(chance: Chance): WrittenPost {
  const signs = (count: number) => Array.from({ length: count }, () => signAt(zipf(chance, SIGNS)));
  const content = paragraphs(signs(100 + Math.floor(chance() * 300)), '');
  return { title: signs(15).join(''), author: authorOf(chance), content };
}

function paragraphs(parts: readonly string[], between: string): string {
  const all: string[] = [];
  for (let from = 0; from < parts.length; from += 60)
    all.push(`<p>${parts.slice(from, from + 60).join(between)}</p>`);
  return all.join('');
}

function authorOf(chance: Chance): string {
  return `${wordAt(1_000 + Math.floor(chance() * 500))} ${wordAt(2_000 + Math.floor(chance() * 2_000))}`;
}

function zipf(chance: Chance, count: number): number {
  return Math.floor(count ** chance()) - 1;
}

function vocabulary(): string[] {
  const chance = chanceOf(7, 0);
  const found = new Set<string>();
  while (found.size < WORDS) {
    const length = 1 + Math.floor((found.size < 40 ? 1 : 3.5) * chance());
    const parts = Array.from({ length: length + (found.size < 40 ? 0 : 1) }, () => {
      return syllables[zipf(chance, syllables.length)] ?? '';
    });
    found.add(parts.join(''));
  }
  return [...found];
}
