// What a page says: its texts in one language, filled in and escaped, with the plural form that the number wants.
import type { Refusal } from '../../../model/refusal.ts';
import { Html, html } from '../html.ts';
import { ar, arRefusals } from './ar.ts';
import type { Catalogue, Key, NamesOf } from './catalogue.ts';
import { chooseLanguage, directionOf, type Language } from './choice.ts';
import { de, deRefusals } from './de.ts';
import { en } from './en.ts';
import { es, esRefusals } from './es.ts';
import { dayIn, numberIn } from './figures.ts';
import { fr, frRefusals } from './fr.ts';
import { ja, jaRefusals } from './ja.ts';
import { type PluralForm, pluralForm } from './plurals.ts';
import type { Refusals } from './refusals.ts';

type Value = Html | string | number;
type Values = Readonly<Record<string, Value>>;
type Arguments<K extends Key> = [NamesOf<K>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<K>, Value>>];

export interface Voice {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** The text of a key; `{count}` also chooses the plural form. What is filled in is escaped, if it is not HTML already. */
  say<K extends Key>(key: K, ...values: Arguments<K>): Html;
  /** Why something was refused: a whole sentence. */
  sayWhy(refusal: Refusal): Html;
  /** The day of a moment. */
  day(timeMs: number): string;
}

type Text = string | (Partial<Record<PluralForm, string>> & { other: string });

const catalogues: Readonly<Record<Language, Catalogue<'other'>>> = { en, de, fr, es, ja, ar };

/** English has none: what a refusal says by itself is English. */
const refusals: Readonly<Record<Language, Partial<Refusals>>> = {
  en: {},
  de: deRefusals,
  fr: frRefusals,
  es: esRefusals,
  ja: jaRefusals,
  ar: arRefusals,
};

const voices = new Map<Language, Voice>();

/** The voice for whoever sends this `Accept-Language`. */
export function voiceFor(wanted: string | null): Voice {
  const language = chooseLanguage(wanted);
  const voice = voices.get(language) ?? makeVoice(language);
  voices.set(language, voice);
  return voice;
}

function makeVoice(language: Language): Voice {
  return {
    language,
    direction: directionOf(language),
    say: (key, ...[values]) => filledIn(language, catalogues[language][key], values),
    sayWhy: (refusal) => whyOf(language, refusal),
    day: (timeMs) => dayIn(language, timeMs),
  };
}

function filledIn(language: Language, found: Text, values: Values = {}): Html {
  const text = typeof found === 'string' ? found : formOf(language, found, Number(values.count));
  const escaped = html`${text}`.text;
  return new Html(escaped.replace(/\{(\w+)\}/g, (_, name: string) => shown(language, values[name]).text));
}

function formOf(language: Language, forms: Exclude<Text, string>, count: number): string {
  return forms[pluralForm(language, count)] ?? forms.other;
}

/**
 * Names and addresses come from elsewhere, and mostly run from left to right: among words that run the other way they would take
 * the marks around them along, so they stand between characters that part them (Unicode's isolates), which do for attributes, too.
 */
function shown(language: Language, value: Value = ''): Html {
  if (value instanceof Html) return value;
  if (typeof value === 'number') return html`${numberIn(language, value)}`;
  return directionOf(language) === 'rtl' ? html`\u2068${value}\u2069` : html`${value}`;
}

function whyOf(language: Language, { reason, code, message }: Refusal): Html {
  const known: Readonly<Record<string, string>> = refusals[language];
  const sentence = known[reason ?? ''] ?? known[code];
  if (sentence !== undefined) return html`${sentence}`;
  return language === 'en' ? html`${message}.` : html`<span lang="en" dir="ltr">${message}.</span>`;
}
