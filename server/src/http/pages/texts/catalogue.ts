// The type of a catalogue of texts: the keys of the English one, with the plural forms of another language.
import type { English } from './en.ts';
import type { PluralForm } from './plurals.ts';

export type Key = keyof English;

/** All texts of one language. `Form` names its plural forms: each text that depends on a number has all of them. */
export type Catalogue<Form extends PluralForm> = {
  readonly [K in Key]: English[K] extends string ? string : Readonly<Record<Form, string>>;
};

/** The texts of the list without script, which are in files of their own. */
export type LiteCatalogue<Form extends PluralForm> = Pick<Catalogue<Form>, Extract<Key, `lite.${string}`>>;

/** The names of the values that fill in a text. */
export type NamesOf<K extends Key> = NamesIn<
  English[K] extends string ? English[K] : Extract<English[K], { other: string }>['other']
>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
