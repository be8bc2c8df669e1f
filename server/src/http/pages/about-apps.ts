// How to connect each app, with the address of this server filled in.
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import type { House } from './house.ts';
import { writtenPage } from './written-page.ts';

/** One page of docs/apps, or the list of them. */
export async function showAppHelp(house: House, { params: { name = 'README' } }: Call): Promise<Response> {
  const isName = /^[a-z-]+$|^README$/.test(name);
  const page = isName ? await writtenPage(house, { folder: 'apps', name }) : undefined;
  if (!page) throw new Refusal('not-found', 'Cannot show app: nothing is written about it');
  return page;
}
