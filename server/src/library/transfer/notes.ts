// The notes of an import besides its failures: each sentence once, with the code and the number from which apps build their own.
import type { LeftOutCode } from '../../model/said.ts';
import type { ImportNote } from '../../model/transfer.ts';

const sentences: Readonly<Record<LeftOutCode, (count: number) => string>> = {
  'too-many-outlines': (count) =>
    `The document has more than ${countOf(count, 'outline')}: the rest is not read`,
  'too-many-groups': (count) => `The document has more than ${countOf(count, 'group')}: the rest is left out`,
  'too-many-feeds': (count) => `The document has more than ${countOf(count, 'feed')}: the rest is left out`,
  'too-many-tags': (count) => `Some items have more than ${countOf(count, 'tag')}: the rest is left out`,
  'newer-file': () => 'The file was written by a newer Courant: what is unknown is left out',
  'unreadable-lines': (count) => `${countOf(count, 'line')} of the file cannot be read`,
  'items-without-feed': (count) =>
    `${countOf(count, 'item')} ${count === 1 ? 'names' : 'name'} no feed that can be followed: left out`,
  'feeds-without-address': (count) =>
    `${countOf(count, 'source')} ${count === 1 ? 'has' : 'have'} no address of a feed: left out`,
  'unknown-files': (count) =>
    `${countOf(count, 'file')} of the archive ${count === 1 ? 'is' : 'are'} left out: not of a kind to import`,
  'silent-feeds': (count) =>
    `${countOf(count, 'feed')} ${count === 1 ? 'gives' : 'give'} nothing at the moment: followed anyway, with what the document has`,
  'waiting-feeds': (count) =>
    count === 1
      ? '1 feed waits for its site, which is busy or cannot answer at the moment'
      : `${count} feeds wait for their sites, which are busy or cannot answer at the moment`,
};

export function noteOf(code: LeftOutCode, count?: number): ImportNote {
  return { sentence: sentences[code](count ?? 0), code, count };
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
