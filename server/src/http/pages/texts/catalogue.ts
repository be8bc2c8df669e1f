// What a catalogue of texts is: what English says, in another language, with the plural forms of that language.
import type { English } from './en.ts';
import type { PluralForm } from './plurals.ts';

export type Key = keyof English;

/** All texts of one language. `Form` names its plural forms: those texts that depend on a number have each of them. */
export type Catalogue<Form extends PluralForm> = {
  readonly [K in Key]: English[K] extends string ? string : Readonly<Record<Form, string>>;
};

/** The names of the values that a text is filled in with. */
export type NamesOf<K extends Key> = NamesIn<
  English[K] extends string ? English[K] : Extract<English[K], { other: string }>['other']
>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
