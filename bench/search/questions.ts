// What is searched for, from the most frequent word to one that no post contains.
import { signAt, wordAt } from './texts.ts';

export interface Question {
  what: string;
  typed: string;
}

const [first, frequent, other, usual, seldom, rare] = [0, 20, 24, 200, 2_000, 50_000].map(wordAt);
const run = (...places: number[]): string => places.map(signAt).join('');

export const questions: readonly Question[] = [
  { what: 'the most frequent word', typed: `${first}` },
  { what: 'a frequent word', typed: `${frequent}` },
  { what: 'a usual word', typed: `${usual}` },
  { what: 'a seldom word', typed: `${seldom}` },
  { what: 'a rare word', typed: `${rare}` },
  { what: 'a word that nobody wrote', typed: 'qqqq' },
  { what: 'two frequent words', typed: `${frequent} ${other}` },
  { what: 'a frequent and a rare word', typed: `${first} ${rare}` },
  { what: 'one of two words', typed: `${usual} OR ${seldom}` },
  { what: 'a usual word without a frequent one', typed: `${usual} -${frequent}` },
  { what: 'without a frequent word', typed: `-${first}` },
  { what: 'a phrase of frequent words', typed: `"${first} ${frequent}"` },
  { what: 'a phrase of usual words', typed: `"${usual} ${frequent}"` },
  { what: 'a beginning of three letters', typed: `${wordAt(200).slice(0, 3)}*` },
  { what: 'a beginning of four letters', typed: `${wordAt(200).slice(0, 4)}*` },
  { what: 'a beginning of five letters', typed: `${wordAt(2_001).slice(0, 5)}*` },
  { what: 'a frequent word in titles', typed: `title:${frequent}` },
  { what: 'a frequent word, unread', typed: `${frequent} is:unread` },
  { what: 'a frequent word of last January', typed: `${frequent} after:2026-01 before:2026-02` },
  { what: 'a frequent word in one feed', typed: `${frequent} feed:121.example` },
  { what: 'a frequent word in 5 feeds', typed: `${frequent} group:small` },
  { what: 'a frequent word in 400 feeds', typed: `${frequent} group:large` },
  { what: 'a frequent sign without blanks', typed: run(0) },
  { what: 'two signs', typed: run(3, 5) },
  { what: 'three signs', typed: run(1, 2, 3) },
  { what: 'a rare sign', typed: run(2_500) },
  { what: 'no words: unread', typed: 'is:unread' },
  { what: 'no words: before 2026', typed: 'before:2026' },
];
