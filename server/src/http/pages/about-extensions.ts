// The documentation of the extensions, at the addresses that the Instance announces.
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import type { House } from './house.ts';
import { writtenPage } from './written-page.ts';

/** One page of docs/extensions, or the list of them. */
export async function showExtension(house: House, { params: { name = 'README' } }: Call): Promise<Response> {
  const isName = /^app\.courant\.[a-z-]+$|^README$/.test(name);
  const page = isName ? await writtenPage(house, { folder: 'extensions', name }) : undefined;
  if (!page) throw new Refusal('not-found', 'Cannot show extension: there is none of that name');
  return page;
}
