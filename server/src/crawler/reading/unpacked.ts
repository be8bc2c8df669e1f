// A document on its way to a reader: long ones stay packed until their turn comes, because many may wait for it.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Packing } from '../../model/source.ts';

export interface PackedDocument {
  packed: Uint8Array;
  packing: Packing;
}

/** The bytes of a document, or the same packed. */
export type Document = Uint8Array | PackedDocument;

const unpack: Readonly<Record<Packing, (packed: Uint8Array) => Promise<Buffer>>> = {
  gzip: promisify<Uint8Array, Buffer>(gunzip),
  br: promisify<Uint8Array, Buffer>(brotliDecompress),
};

export async function unpacked(document: Document): Promise<Uint8Array> {
  return document instanceof Uint8Array ? document : unpack[document.packing](document.packed);
}
