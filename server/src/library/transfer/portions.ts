// Cuts the parts of a document into portions that can be passed on and stored without holding anybody up.
import type { TransferKind, TransferPart } from '../../model/transfer.ts';
import { isZip } from './archives.ts';
import { reading } from './limits.ts';
import { readArchive } from './read-archive.ts';
import { readDocument } from './read-document.ts';

export interface Portion {
  kind: TransferKind;
  parts: TransferPart[];
}

/** No portions for a document of no known kind; at least one for any other. */
export function* portionsOf(bytes: Uint8Array): Generator<Portion> {
  const document = isZip(bytes) ? readArchive(bytes) : readDocument(bytes);
  if (!document) return;
  const { kind } = document;
  let parts: TransferPart[] = [];
  let chars = 0;
  for (const part of document.parts) {
    parts.push(part);
    chars += part.part === 'item' ? (part.item.content?.length ?? 0) + (part.item.summary?.length ?? 0) : 0;
    if (parts.length < reading.parts && chars < reading.partsChars) continue;
    yield { kind, parts };
    parts = [];
    chars = 0;
  }
  yield { kind, parts };
}
