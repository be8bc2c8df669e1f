// Which kind of icon some bytes are: pictures as elsewhere, and what Windows has for icons.
import type { IconType } from '../../model/icon.ts';
import { imageType } from '../images/image-type.ts';

/** Undefined for what is none. */
export function iconType(bytes: Uint8Array): IconType | undefined {
  const [zero, alsoZero, kind, high, count = 0] = bytes;
  // ICONDIR: reserved, type 1 (2 is a cursor), how many pictures.
  const isIco = zero === 0 && alsoZero === 0 && kind === 1 && high === 0 && count > 0;
  return isIco ? 'image/x-icon' : imageType(bytes);
}
