// What a page says: its texts in one language, filled in and escaped, with the plural form that a number needs.
import type { Refusal } from '../../../model/refusal.ts';
import { Html, html } from '../html.ts';
import type { Catalogue, Key, NamesOf } from './catalogue.ts';
import { chooseLanguage, directionOf, type Language } from './choice.ts';
import { en } from './en.ts';
import { dayIn, numberIn } from './figures.ts';
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
  /** The text of a key; `{count}` also chooses the plural form. Values are escaped unless they are HTML already. */
  say<K extends Key>(key: K, ...values: Arguments<K>): Html;
  /** Why something was refused, as a whole sentence. */
  sayWhy(refusal: Refusal): Html;
  /** The date of a moment. */
  day(timeMs: number): string;
}

type Text = string | (Partial<Record<PluralForm, string>> & { other: string });

/** The texts of one language. */
interface Words {
  texts: Catalogue<'other'>;
  refusals: Partial<Refusals>;
}

/** Each is loaded on first use: most instances speak one of them, and all of them take 1.5 MB of memory. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words>>> = {
  de: async () => {
    const { de, deRefusals } = await import('./de.ts');
    return { texts: de, refusals: deRefusals };
  },
  fr: async () => {
    const { fr, frRefusals } = await import('./fr.ts');
    return { texts: fr, refusals: frRefusals };
  },
  es: async () => {
    const { es, esRefusals } = await import('./es.ts');
    return { texts: es, refusals: esRefusals };
  },
  ja: async () => {
    const { ja, jaRefusals } = await import('./ja.ts');
    return { texts: ja, refusals: jaRefusals };
  },
  ar: async () => {
    const { ar, arRefusals } = await import('./ar.ts');
    return { texts: ar, refusals: arRefusals };
  },
};

/** Has no texts for refusals, because their own sentences are English. */
const english = makeVoice('en', { texts: en, refusals: {} });
const others = new Map<Language, Voice>();

/** The voice for this `Accept-Language`, or for the chosen language. */
export function voiceFor(wanted: string | null, chosen?: string): Promise<Voice> | Voice {
  const language = chooseLanguage(wanted, chosen);
  return language === 'en' ? english : (others.get(language) ?? loadVoice(language));
}

async function loadVoice(language: Exclude<Language, 'en'>): Promise<Voice> {
  const words = await loaders[language]().catch(() => undefined);
  // If the file was replaced while we run, English is better than nothing.
  if (!words) return english;
  const voice = makeVoice(language, words);
  others.set(language, voice);
  return voice;
}

function makeVoice(language: Language, { texts, refusals }: Words): Voice {
  // Most texts have no values, so they are the same each time.
  const kept = new Map<Key, Html>();
  const sayPlain = (key: Key): Html => {
    const said = kept.get(key) ?? filledIn(language, texts[key]);
    kept.set(key, said);
    return said;
  };
  return {
    language,
    direction: directionOf(language),
    say: (key, ...[values]) => (values ? filledIn(language, texts[key], values) : sayPlain(key)),
    sayWhy: (refusal) => whyOf(language, refusals, refusal),
    day: (timeMs) => dayIn(language, timeMs),
  };
}

/** A text with its values filled in, escaped. */
export function filledIn(language: Language, found: Text, values: Values = {}): Html {
  const text = typeof found === 'string' ? found : formOf(language, found, Number(values.count));
  const escaped = html`${text}`.text;
  return new Html(escaped.replace(/\{(\w+)\}/g, (_, name: string) => shown(language, values[name]).text));
}

function formOf(language: Language, forms: Exclude<Text, string>, count: number): string {
  return forms[pluralForm(language, count)] ?? forms.other;
}

/**
 * Names and addresses come from elsewhere and mostly run from left to right. Among words that run from right to left they would drag the
 * punctuation around them along, so they are enclosed in Unicode isolates, which also work in attributes.
 */
function shown(language: Language, value: Value = ''): Html {
  if (value instanceof Html) return value;
  if (typeof value === 'number') return html`${numberIn(language, value)}`;
  return directionOf(language) === 'rtl' ? html`\u2068${value}\u2069` : html`${value}`;
}

function whyOf(
  language: Language,
  known: Readonly<Record<string, string>>,
  { reason, code, message }: Refusal,
): Html {
  const sentence = known[reason ?? ''] ?? known[code];
  if (sentence !== undefined) return html`${sentence}`;
  return language === 'en' ? html`${message}.` : html`<span lang="en" dir="ltr">${message}.</span>`;
}
