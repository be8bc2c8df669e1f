// What every page is handed, and what it is made with.
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Assets } from './assets.ts';
import type { Voice } from './texts/voice.ts';

export interface PagesOptions {
  accounts: AccountsOptions;
  instance: { name: string; url: string };
}

/** What is around every page. */
export interface Front extends Pick<PagesOptions, 'instance'> {
  assets: Assets;
}

/** What there is before anybody calls. */
export interface Premises extends PagesOptions, Front {}

/** The same as one caller finds it: it speaks the caller's language. */
export interface House extends Premises, Voice {}

/** What the list without script is handed beside: what is read in it. */
export interface LiteHouse extends House {
  library: Library;
}

/** The host that people know this instance by. */
export function hostOf({ instance }: Pick<House, 'instance'>): string {
  return new URL(instance.url).host;
}

/** What came of it, or the refusal as a value: for forms, which show it and let the person try again. */
export async function attempt<T>(doing: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await doing();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
