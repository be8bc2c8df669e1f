// The icons of sites that the crawler has found; nothing is fetched here.
import type { Icon } from '../model/icon.ts';
import { readIcons } from '../store/sources/icons.ts';
import type { Library } from './library.ts';

export interface FoundIcon extends Icon {
  id: number;
}

/** In order of id; unknown ids are left out. */
export function listIcons(
  { store }: Pick<Library, 'store'>,
  ids: readonly number[],
): Promise<readonly FoundIcon[]> {
  return store.read((tx) => readIcons(tx, ids));
}

/** Undefined: there is no such icon, or its site has none. */
export async function findIcon(library: Pick<Library, 'store'>, id: number): Promise<Icon | undefined> {
  return (await listIcons(library, [id]))[0];
}
