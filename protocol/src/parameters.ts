/** The parameters of the resource endpoints: raw strings in, typed values out, and a plain sentence for what is wrong. */

import * as z from 'zod';
import type { Fault } from './check.ts';
import {
  defaultPageSize,
  maxBatchIds,
  maxEchoedCharacters,
  maxFeedUrlCharacters,
  maxId,
  maxListedIds,
  maxPageSize,
  maxTitleCharacters,
  maxUrlCharacters,
} from './limits.ts';

/** The parsed query of a listing: which page, and of which items. */
export type PageQuery = z.output<typeof pageQuery>;

/** The id in a path, or undefined for what cannot be one: such a resource is unknown (404), not malformed. */
export function readId(raw: string): number | undefined {
  const value = wholeNumber(raw);
  return value === undefined || value === 0 ? undefined : value;
}

/** The id of a resource in a path. */
export const pathId = z
  .string()
  .transform((raw, context) => readId(raw) ?? fail(context, 'is not an id'))
  .meta({ type: 'integer', minimum: 1, maximum: maxId, description: 'The id of the resource.' });

/**
 * A list of ids (contract, Conventions): comma-delimited, blanks around a number ignored, at least one. Returns each id once, in
 * the order given. More than `max` is a fault with status 413.
 */
export function idList(max: number) {
  return z
    .string({ error: 'is missing' })
    .transform((raw, context) => readIds(raw, max, context))
    .meta({
      type: 'string',
      pattern: '^ *[0-9]+ *(, *[0-9]+ *)*$',
      examples: ['1,2,3'],
      description: `A string of comma-delimited ids, at most ${max}.`,
    });
}

/** How many at most: from 1 to `max`, by default `fallback`. */
export function limit(fallback: number, max: number) {
  return z
    .string()
    .default(String(fallback))
    .transform((raw, context) => readLimit(raw, max, context))
    .meta({ type: 'integer', minimum: 1, maximum: max, default: fallback });
}

/** A parameter of the OAuth endpoints that may be left out; one without a value counts as left out (RFC 6749 §3.1). */
export const optional = z
  .string()
  .transform((raw) => (raw === '' ? undefined : raw))
  .optional();

/** `true` or `false`. */
export function flag(fallback: boolean, description: string) {
  return z
    .string()
    .default(String(fallback))
    .transform((raw, context) =>
      raw === 'true' || raw === 'false'
        ? raw === 'true'
        : fail(context, `is ${echo(raw)}, must be true or false`),
    )
    .meta({ type: 'boolean', default: fallback, description });
}

/** Like `idList`, but an empty list is allowed. */
export function idListOrNone(max: number) {
  return z
    .string()
    .transform((raw, context) => (raw.trim() === '' ? [] : readIds(raw, max, context)))
    .meta({ type: 'string', pattern: '^ *([0-9]+ *(, *[0-9]+ *)*)?$', examples: ['1,2,3', ''] });
}

/** One id. */
export function oneId(description: string) {
  return z
    .string()
    .transform((raw, context) => readId(raw.trim()) ?? fail(context, `is ${echo(raw)}, must be an id`))
    .meta({ type: 'integer', minimum: 1, maximum: maxId, description });
}

/** Which items are listed; default: all of them. */
export const only = z
  .string()
  .transform((raw, context) =>
    raw === 'read' || raw === 'unread' ? raw : fail(context, `is ${echo(raw)}, must be read or unread`),
  )
  .meta({ type: 'string', enum: ['read', 'unread'], description: 'Only items with this status.' });

/** The shared parameters of paginated endpoints (contract, Pagination). */
export const pageQuery = z
  .object({
    limit: limit(defaultPageSize, maxPageSize).meta({ description: 'How many items.' }),
    max_id: cursor('The items immediately older than this id.'),
    min_id: cursor('The items immediately newer than this id.'),
    since_id: cursor('The newest items that are newer than this id; there may be a gap.'),
    ids: idList(maxListedIds)
      .meta({
        description:
          `These items, newest first: a string of comma-delimited ids, at most ${maxListedIds}. \`limit\` does not apply, ids that ` +
          'are not the user’s are left out, and it cannot be combined with `max_id`, `min_id` or `since_id`, nor can these with each other.',
      })
      .exactOptional(),
    only: only.exactOptional(),
  })
  .superRefine(refuseMixedCursors);

/** What a group or a tag is called. */
export const title = z
  .string({ error: 'is missing' })
  .transform(readTitle)
  .meta({ type: 'string', minLength: 1, maxLength: maxTitleCharacters })
  .meta({ description: 'Surrounding spaces are dropped.' });

/** `POST /api/v1/groups/create`. */
export const groupCreation = z.object({
  title,
  feed_ids: idList(maxBatchIds).exactOptional(),
});

/** `POST /api/v1/feeds/create`. The address is passed on as it was sent, without surrounding blanks. */
export const feedCreation = z.object({
  feed_url: z
    .string({ error: 'is missing' })
    .transform(readFeedAddress)
    .meta({ type: 'string', format: 'uri', maxLength: maxFeedUrlCharacters })
    .meta({ description: 'The http or https address of a feed, or of a web page that links to one.' }),
  group_ids: idList(maxBatchIds).exactOptional(),
});

/** `POST /api/v1/items/read` and `/unread`: from the query, or from the body if the list does not fit in a URL. */
export const batch = z.object({ ids: idList(maxBatchIds) });

/** Records what is wrong in a transform, and aborts it. */
export function fail(context: z.RefinementCtx, message: string, fault: Fault = {}): never {
  context.addIssue({ code: 'custom', message, params: fault });
  return z.NEVER;
}

/** Reads the address of a feed, or of a page that announces one. */
export function readFeedAddress(raw: string, context: z.RefinementCtx): string {
  const isLong = raw.trim().length > maxFeedUrlCharacters;
  return isLong
    ? fail(context, `is longer than ${maxFeedUrlCharacters} characters`)
    : readWebAddress(raw, context);
}

/** Reads an absolute http or https URL, or records why it is not one. */
export function readWebAddress(raw: string, context: z.RefinementCtx, fault: Fault = {}): string {
  const address = raw.trim();
  if (address === '') return fail(context, 'is missing', fault);
  if (address.length > maxUrlCharacters) {
    return fail(context, `is longer than ${maxUrlCharacters} characters`, fault);
  }
  // The parser would also accept `http:example.org` and `http:///example.org`; a person who writes that has made a mistake.
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
    return fail(context, 'is not an absolute http or https URL', fault);
  }
  return address;
}

/** Blanks (letters that look like one, too), and what cannot be seen, but for the joiners that words and pictures of some scripts need. */
const gaps = /[\s\u115f\u1160\u2800\u3164\uffa0\p{Cc}\p{Cs}]|(?!\u200c|\u200d)\p{Cf}/u;

/** The website of an app: people are shown it, so it must neither go on as a sentence nor change the text around it. */
export function readWebsite(raw: string, context: z.RefinementCtx): string {
  if (gaps.test(raw.trim())) return fail(context, 'has a blank or an invisible character');
  return readWebAddress(raw, context);
}

/** A bound of a list: an id, or 0. The item need not exist. */
export function cursor(description: string) {
  return (
    z
      .string()
      // 0 is not an id, but "newer than 0" is how a client asks for everything from the start.
      .transform(
        (raw, context) =>
          wholeNumber(raw.trim()) ?? fail(context, `is ${echo(raw)}, must be a whole number up to ${maxId}`),
      )
      .meta({ type: 'integer', minimum: 0, maximum: maxId, description })
      .exactOptional()
  );
}

function readLimit(raw: string, max: number, context: z.RefinementCtx): number {
  const value = wholeNumber(raw.trim());
  if (value === undefined || value < 1 || value > max) {
    return fail(context, `is ${echo(raw)}, must be 1 to ${max}`);
  }
  return value;
}

/** Reads a title without surrounding blanks, or records what is wrong with it. */
export function readTitle(raw: string, context: z.RefinementCtx): string {
  const title = raw.trim();
  if (title === '') return fail(context, raw === '' ? 'is missing' : 'is blank');
  // UTF-16 units are never fewer than code points and at most twice as many, so very long titles need no counting.
  if (title.length > 2 * maxTitleCharacters || [...title].length > maxTitleCharacters) {
    return fail(context, `is longer than ${maxTitleCharacters} characters`);
  }
  // PostgreSQL cannot store U+0000 in a text.
  return title.includes('\0') ? fail(context, 'has a NUL character') : title;
}

function readIds(raw: string, max: number, context: z.RefinementCtx): number[] {
  if (raw.trim() === '') return fail(context, 'is empty, must be ids with commas between');
  const parts = raw.split(',');
  if (parts.length > max) {
    return fail(context, `has ${parts.length} ids, must be at most ${max}`, { status: 413 });
  }
  const ids = new Set<number>();
  for (const part of parts) {
    const value = readId(part.trim());
    if (value === undefined) {
      const found = part.trim() === '' ? 'a comma too many' : echo(part);
      return fail(context, `has ${found}, must be ids from 1 to ${maxId}`);
    }
    ids.add(value);
  }
  return [...ids];
}

/** Two places to begin at, or a place in a list of named items. */
export function refuseMixedCursors(query: Record<string, unknown>, context: z.RefinementCtx): void {
  const cursors = ['max_id', 'min_id', 'since_id'].filter((name) => query[name] !== undefined);
  if (query.ids !== undefined && cursors.length > 0) {
    context.addIssue({ code: 'custom', path: ['ids'], message: `cannot be combined with ${cursors[0]}` });
  }
  if (query.min_id !== undefined && query.since_id !== undefined) {
    context.addIssue({ code: 'custom', path: ['min_id'], message: 'cannot be combined with since_id' });
  }
}

function wholeNumber(raw: string): number | undefined {
  if (!/^[0-9]+$/.test(raw)) return undefined;
  const value = Number(raw);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A sent value as a message may repeat it: short, and without characters that would break a line. */
function echo(raw: string): string {
  const clean = raw.trim().replace(/\p{C}/gu, '\u{FFFD}');
  if (clean === '') return 'empty';
  const characters = [...clean.slice(0, 2 * maxEchoedCharacters + 2)];
  return characters.length > maxEchoedCharacters
    ? `${characters.slice(0, maxEchoedCharacters).join('')}…`
    : clean;
}
