// Reads a ZIP archive as one document: its lists of feeds first, whatever their place, and then its items.
import type { TransferPart } from '../../model/transfer.ts';
import { filesOf, isGzip } from './archives.ts';
import { noteOf } from './notes.ts';
import { readDocument, type TransferDocument } from './read-document.ts';

/** Undefined if it has no document of a known kind. Its kind is that of the first one with items. */
export function readArchive(bytes: Uint8Array): TransferDocument | undefined {
  const files = filesOf(bytes).filter(({ name }) => !/\/$|^__MACOSX\/|(?:^|\/)\./.test(name));
  const isList = (name: string): number => (/\.(?:opml|xml)$/i.test(name) ? 0 : 1);
  files.sort((a, b) => isList(a.name) - isList(b.name) || (a.name < b.name ? -1 : 1));
  const documents = new Documents(files.map(({ read }) => read));
  const opened: TransferDocument[] = [];
  // Only as far as the kind shows: the others are unpacked when it is their turn.
  for (const document of documents.each()) {
    opened.push(document);
    if (document.kind !== 'opml') break;
  }
  const kind = opened.at(-1)?.kind;
  return kind && { kind, parts: partsOf(opened, documents) };
}

function* partsOf(opened: TransferDocument[], documents: Documents): Generator<TransferPart> {
  for (let document = opened.shift(); document; document = opened.shift()) yield* document.parts;
  for (const { parts } of documents.each()) yield* parts;
  if (documents.leftOut > 0) yield { part: 'note', note: noteOf('unknown-files', documents.leftOut) };
}

/** The documents of an archive, each unpacked when it is asked for. */
class Documents {
  leftOut = 0;
  readonly #files: (() => Uint8Array | undefined)[];

  constructor(files: (() => Uint8Array | undefined)[]) {
    this.#files = files;
  }

  *each(): Generator<TransferDocument> {
    for (let read = this.#files.shift(); read; read = this.#files.shift()) {
      const content = read();
      // A file that is packed once more would not count towards the limit of the archive, and no reader writes one.
      const document = content && !isGzip(content) && readDocument(content);
      if (document && !document.isOfOthers) yield document;
      else this.leftOut++;
    }
  }
}
