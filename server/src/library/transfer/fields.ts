// Careful reading of JSON from elsewhere: a field has the expected type, or it counts as missing.
import { parseDate } from '../../formats/dates.ts';
import { groupTitle } from '../../formats/opml.ts';
import { type FilePosition, latest } from '../../model/playback.ts';
import { MAX_TAGS_OF_ITEM } from '../../model/tag.ts';
import type { TransferItem, TransferPart } from '../../model/transfer.ts';

const DAY_MS = 86_400_000;
/** From 1970 back to the year 1, and on to the end of 9999. */
const FIRST_YEAR_MS = 62_135_596_800_000;
const LAST_YEAR_MS = 253_402_300_800_000;

export type Fields = Readonly<Record<string, unknown>>;

/** Titles, addresses and names, in characters; longer ones are not meant for people. */
const SHORT_CHARS = 8_192;
/** The text of a post, in characters: the same limit as for posts in feeds. */
const LONG_CHARS = 1_000_000;
/** Positions in files of one item. */
const mostPositions = 100;
/** Length of a file; more is a mistake. */
const MOST_SECONDS = 10_000_000;
/** Decides the unit of a number: 1e11 seconds are the year 5138, and 1e11 milliseconds the year 1973. */
const SECONDS_BELOW = 1e11;

/** Anything but an object gives an object without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Trimmed; undefined if missing, or too long to be meant. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > SHORT_CHARS) return undefined;
  return clean(value).trim() || undefined;
}

export function htmlOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONG_CHARS ? clean(value) || undefined : undefined;
}

/** An address that may be used as a link, written as in posts of feeds: one file must not have two addresses. */
export function webAddress(value: unknown): string | undefined {
  const written = textOf(value);
  const url = written !== undefined && /^https?:\/\//i.test(written) ? URL.parse(written)?.href : undefined;
  return url === undefined || url.length > SHORT_CHARS ? undefined : url;
}

/**
 * A date as JSON has it: ISO 8601, or seconds, milliseconds or microseconds since 1970. One without a zone is of Greenwich, as in feeds:
 * otherwise an export would be read as another one on another machine.
 */
export function timeOf(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : /^\d{6,20}$/.test(String(value)) ? Number(value) : undefined;
  if (number === undefined)
    return typeof value === 'string' ? usable(parseDate(value) ?? Number.NaN) : undefined;
  if (number < SECONDS_BELOW) return usable(number * 1_000);
  return usable(number < SECONDS_BELOW * 1_000 ? number : number / 1_000);
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Titles of tags, checked by the rule for groups or another one, each once; undefined if there are none. */
export function tagsOf(
  titles: readonly unknown[],
  rule: (written: string) => string = groupTitle,
): string[] | undefined {
  const written = titles.slice(0, MAX_TAGS_OF_ITEM).map((title) => rule(textOf(title) ?? ''));
  return nonEmpty([...new Set(written.filter(Boolean))]);
}

/** Positions in files, the latest of each; undefined if there are none. */
export function positionsOf(values: readonly unknown[]): FilePosition[] | undefined {
  const positions = values
    .slice(0, mostPositions)
    .map(fieldsOf)
    .flatMap(({ url, seconds, at }) => {
      const [address, time] = [webAddress(url), timeOf(at)];
      const isGood = typeof seconds === 'number' && seconds >= 0 && seconds <= MOST_SECONDS;
      return address !== undefined && time !== undefined && isGood
        ? [{ url: address, seconds, at: time }]
        : [];
    });
  return nonEmpty(latest([], positions));
}

export function nonEmpty<Value>(list: Value[]): Value[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Only the fields that are not undefined. */
export function definedOnly<Value extends object>(
  value: {
    [Key in keyof Value]?: Value[Key] | undefined;
  },
): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}

/** An item of a document, with the fields that are not undefined. */
export function itemPart(
  item: {
    [Key in keyof TransferItem]: TransferItem[Key] | undefined;
  },
): TransferPart {
  return { part: 'item', item: definedOnly<TransferItem>(item) };
}

/** PostgreSQL cannot store U+0000, and no database a lone surrogate. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Years of up to four digits, as in ISO 8601; the first day of 1970 is what software writes that knows no date. */
function usable(time: number): number | undefined {
  const isDate = time > -FIRST_YEAR_MS && time < LAST_YEAR_MS && Math.abs(time) > DAY_MS;
  return isDate ? Math.round(time) : undefined;
}
