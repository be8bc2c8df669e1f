// Finds out which kind of icon some bytes are: the pictures that `rasterType` knows, or the icon format of Windows.
import type { IconType } from '../../model/icon.ts';
import { rasterType } from '../images/image-type.ts';

/** Undefined if they are no icon. */
export function iconType(bytes: Uint8Array): IconType | undefined {
  const [zero, alsoZero, kind, high, count = 0] = bytes;
  // ICONDIR: reserved, type 1 (2 is a cursor), how many pictures.
  const isIco = zero === 0 && alsoZero === 0 && kind === 1 && high === 0 && count > 0;
  return isIco ? 'image/x-icon' : rasterType(bytes);
}
