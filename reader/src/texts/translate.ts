// Texts in the language of the person: looked up, filled in, with the right plural form.
import { signal } from '@preact/signals';
import { settings } from '../data/settings.ts';
import { chooseLanguage, directionOf, type Language } from './choice.ts';
import { en } from './en/first.ts';
import type { enMore } from './en/more.ts';
import { fill } from './fill.ts';
import { localeFor } from './locale.ts';

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type English = typeof en & typeof enMore;
export type Key = keyof English;

/** Texts of one language, with plural forms where the English one has them. What is missing is shown in English. */
export type Catalogue = { readonly [K in Key]?: English[K] extends string ? string : Plural };

type Written<K extends Key> = English[K] extends string
  ? English[K]
  : Extract<English[K], { other: string }>['other'];
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Values<K extends Key> = Record<NamesIn<Written<K>>, string | number>;
/** For what is no key they may be anything, so that the compiler complains of the key. */
type Arguments<K extends string> = [K] extends [Key]
  ? [NamesIn<Written<K>>] extends [never]
    ? []
    : [values: Values<K>]
  : [values?: Record<string, string | number>];

/** Loaders for the texts of the first screen, and for those of everything after it. The first English ones are in the bundle. */
const loaders: Readonly<
  Record<Language, { first: () => Promise<Catalogue>; more: () => Promise<Catalogue> }>
> = {
  en: { first: async () => en, more: async () => (await import('./en/more.ts')).enMore },
  de: {
    first: async () => (await import('./de/first.ts')).de,
    more: async () => (await import('./de/more.ts')).deMore,
  },
  fr: {
    first: async () => (await import('./fr/first.ts')).fr,
    more: async () => (await import('./fr/more.ts')).frMore,
  },
  es: {
    first: async () => (await import('./es/first.ts')).es,
    more: async () => (await import('./es/more.ts')).esMore,
  },
  ja: {
    first: async () => (await import('./ja/first.ts')).ja,
    more: async () => (await import('./ja/more.ts')).jaMore,
  },
  ar: {
    first: async () => (await import('./ar/first.ts')).ar,
    more: async () => (await import('./ar/more.ts')).arMore,
  },
};

const current = signal<{ language: Language; texts: Catalogue }>({ language: 'en', texts: en });
/** Whether anything has been loaded after the first screen. */
let wantsMore = false;
let loadingMore: Promise<void> | undefined;

/** The text of a key; `{count}` also chooses the plural form. A component that calls this is drawn again when the language changes. */
export function t<K extends string>(key: K & Key, ...[values]: Arguments<K>): string {
  return filledIn(current.value.texts[key] ?? '', values);
}

/** The text for a code of the service, such as the reason of a refusal; undefined when there is none, or the texts are not loaded yet. */
export function refusalText(word: string, count?: number): string | undefined {
  const { texts } = current.value;
  const found = texts[`refusal.${word}` as Key] ?? texts[`said.${word}` as Key];
  return found && filledIn(found, { count });
}

/** Whether the page is in the language of the service's own messages. */
export function speaksEnglish(): boolean {
  return current.value.language === 'en';
}

/** What the service says to a person: in English its own sentence, in other languages the text for its code. */
export function saying(sentence: string, code: string | undefined, count?: number): string {
  return speaksEnglish() ? sentence : (refusalText(code ?? '', count) ?? sentence);
}

const locales = new Map<Language, string>();

/** The locale for dates and numbers. */
export function locale(): string {
  const { language } = current.value;
  const known = locales.get(language) ?? localeFor(language, navigator.languages);
  locales.set(language, known);
  return known;
}

/** Switches the page to the chosen language, or else to the browser's. */
export async function useLanguage(): Promise<void> {
  const language = chosenNow();
  const texts = await load(language);
  // Another language was chosen while this one was loading.
  if (language !== chosenNow()) return;
  current.value = { language, texts };
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
}

/** Loads the texts of what comes after the first screen. */
export function loadMoreTexts(): Promise<void> {
  wantsMore = true;
  loadingMore ??= useLanguage().catch((error: unknown) => {
    loadingMore = undefined;
    throw error;
  });
  return loadingMore;
}

function chosenNow(): Language {
  return chooseLanguage(settings.peek().language, navigator.languages);
}

async function load(language: Language): Promise<Catalogue> {
  const { first, more } = loaders[language];
  const nothing = (): Catalogue => ({});
  const parts = await Promise.all([
    wantsMore ? loaders.en.more() : {},
    // Without a connection and not cached yet: English is better than nothing.
    first().catch(nothing),
    wantsMore ? more().catch(nothing) : {},
  ]);
  return Object.assign({}, en, ...parts);
}

function filledIn(found: string | Plural, given: Record<string, string | number | undefined> = {}): string {
  const { language } = current.value;
  const text = typeof found === 'string' ? found : pluralOf(found, { language, count: Number(given.count) });
  return fill(text, (name) => shown(given[name]));
}

function pluralOf(forms: Plural, { language, count }: { language: string; count: number }): string {
  // When all forms are the same, the plural rules need not be loaded.
  if (Object.values(forms).every((form) => form === forms.other)) return forms.other;
  return forms[pluralRules(language).select(count)] ?? forms.other;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

/** A value as it stands in a text: a number is written as the person does. */
export function shown(value: string | number | undefined): string | undefined {
  if (typeof value !== 'number') return value;
  // Small numbers look the same in all of our languages, so opening the reader need not wait for a number format.
  if (value >= 0 && value < 1000 && Number.isInteger(value)) return String(value);
  // The narrow blank of French is a pixel wide in our font: nobody sees it.
  return value.toLocaleString(locale()).replaceAll('\u202f', '\xa0');
}
