// Texts in the language of the person: looked up, filled in, with the plural form that the number wants.
import { signal } from '@preact/signals';
import { settings } from '../data/settings.ts';
import { en } from './en.ts';
import type { enMore } from './en-more.ts';

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type English = typeof en & typeof enMore;
export type Key = keyof English;

/** What a translation must have: every text, with plural forms where the English one has them. */
export type Catalogue = { readonly [K in Key]: English[K] extends string ? string : Plural };

type Written<K extends Key> = English[K] extends string
  ? English[K]
  : Extract<English[K], { other: string }>['other'];
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Values<K extends Key> = Record<NamesIn<Written<K>>, string | number>;
type Arguments<K extends Key> = [NamesIn<Written<K>>] extends [never] ? [] : [values: Values<K>];

/** The languages that there are, by their own names. A new one: its file beside this one, and a line here. */
export const languages: Readonly<Record<string, { name: string; load?: () => Promise<Catalogue> }>> = {
  en: { name: 'English' },
};

const current = signal<{ language: string; texts: Partial<Catalogue> }>({ language: 'en', texts: en });

/** The text of a key; `{count}` also chooses the plural form. Reading it in a component follows the language. */
export function t<K extends Key>(key: K, ...[values]: Arguments<K>): string {
  const { language, texts } = current.value;
  const found: string | Plural = texts[key] ?? '';
  const given = values as Record<string, string | number> | undefined;
  const text = typeof found === 'string' ? found : pluralOf(found, { language, count: Number(given?.count) });
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => shown(given?.[name], language) ?? whole);
}

/** The language in which dates and numbers are written. */
export function locale(): string {
  const { language } = current.value;
  // English of which country is the browser's to say.
  const own = navigator.languages.find((each) => each.split('-')[0] === language);
  // Systems hand down names like `en-US@posix`, which are no language tags.
  return own !== undefined && /^[\w-]+$/.test(own) ? own : language;
}

/** Turns the page to the language that is chosen, or else to the browser's. */
export async function useLanguage(): Promise<void> {
  const wanted = [settings.peek().language, ...navigator.languages].map((each) => each.split('-')[0] ?? '');
  const language = wanted.find((each) => each in languages) ?? 'en';
  const texts = (await languages[language]?.load?.()) ?? en;
  current.value = { language, texts };
  const root = document.documentElement;
  root.lang = language;
  root.dir = ['ar', 'fa', 'he', 'ur'].includes(language) ? 'rtl' : 'ltr';
}

/** The texts of what is loaded after the first screen. In other languages they come along with the first ones. */
export async function loadMoreTexts(): Promise<void> {
  const { enMore } = await import('./en-more.ts');
  const { language, texts } = current.peek();
  if (!('dialog.close' in texts)) current.value = { language, texts: { ...texts, ...enMore } };
}

function pluralOf(forms: Plural, { language, count }: { language: string; count: number }): string {
  return forms[pluralRules(language).select(count)] ?? forms.other;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

function shown(value: string | number | undefined, language: string): string | undefined {
  return typeof value === 'number' ? value.toLocaleString(language) : value;
}
