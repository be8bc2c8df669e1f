// Pages of Items as JSON: their texts, which are most of the bytes, come from the store as JSON and are copied.
import type { JsonText, JsonTexts } from '../../library/items.ts';
import type { Item } from '../../model/item.ts';
import { listInPieces } from '../in-pieces.ts';
import { presentItem } from './present.ts';
import type { ImageProxy } from './present-images.ts';
import { presentInTurns } from './present-in-turns.ts';

const [CONTENT, SUMMARY] = [Buffer.from(',"content":'), Buffer.from(',"summary":')];

/** `texts` are the items' texts, by id; the items themselves have none. `base`: the address of the service. */
export function writeItems(
  items: readonly Item[],
  texts: ReadonlyMap<number, JsonTexts>,
  base: string,
): Buffer<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let before = '[';
  for (const item of items) {
    // An object without its closing brace.
    parts.push(Buffer.from(before + JSON.stringify(presentItem(item, base, undefined)).slice(0, -1)));
    const { content = null, summary = null } = texts.get(item.id) ?? {};
    if (content !== null) parts.push(CONTENT, bytesOf(content));
    if (summary !== null) parts.push(SUMMARY, bytesOf(summary));
    before = '},';
  }
  parts.push(Buffer.from(items.length === 0 ? '[]' : '}]'));
  return Buffer.concat(parts);
}

/** The same in pieces, for items that have their texts. */
export function writeInPortions(
  portions: AsyncIterable<readonly Item[]>,
  base: string,
  proxy: ImageProxy | undefined,
): AsyncGenerator<string> {
  return listInPieces(portions, (items) =>
    presentInTurns(items, { base, proxy }, (item) => JSON.stringify(item)),
  );
}

function bytesOf(text: JsonText): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text;
}
