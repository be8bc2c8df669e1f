// Reads what a call brings, in path, query and body, and checks it against the schemas of the contract.
import { type Checked, check, type Endpoint, endpoints, readId } from '@courant/protocol';
import type { ItemScope } from '../../model/item.ts';
import { Refusal } from '../../model/refusal.ts';
import { readBody, readBytes } from '../body.ts';
import { mediaType, refuseCompressed } from '../form.ts';
import { formFields, queryFields } from '../form-fields.ts';
import type { Call } from '../routing.ts';

/** The longest body: 10,000 ids of 16 digits, each with an escaped comma and a blank, and some room. */
const MAX_BODY_BYTES = 512 * 1024;

/** The parameters that are lists of ids, whichever endpoint they belong to. */
const lists: ReadonlySet<string> = new Set(['ids', 'feed_ids', 'group_ids']);

type Schema = NonNullable<Endpoint['form']>;
type Value<S extends Schema> = Extract<Checked<ReturnType<S['parse']>>, { ok: true }>['value'];

/** The id in the path of a call. Throws Refusal `not-found` for anything that cannot be an id. `action` follows "Cannot". */
export function requireId({ params }: Pick<Call, 'params'>, action: string): number {
  const id = readId(params.id ?? '');
  if (id === undefined) throw new Refusal('not-found', `Cannot ${action}: there is no such id`);
  return id;
}

/** What a call is about that may name a feed or a group: without either, everything of the user. */
export function scopeOf({
  feed_id: feedId,
  group_id: groupId,
}: {
  feed_id?: number;
  group_id?: number;
}): Exclude<ItemScope, { of: 'starred' }> {
  if (feedId !== undefined) return { of: 'feed', feedId };
  return groupId === undefined ? { of: 'user' } : { of: 'group', groupId };
}

/** The typed query of a call. Throws Refusal `invalid` or `too-large` with a sentence that begins `Cannot <action>`. */
export function readQuery<S extends Schema>(call: Call, schema: S, action: string): Value<S> {
  return checked(schema, single(queryFields(call.url, action), schema, action), action);
}

/** The typed form of a call's body. Throws as `readQuery` does, and `wrong-media-type` for a body of another type. */
export async function readForm<S extends Schema>(call: Call, schema: S, action: string): Promise<Value<S>> {
  return checked(schema, single(await formOf(call, action), schema, action), action);
}

/** Parameters that come in the query or, where they do not fit into a URL, in the body; the query wins. */
export async function readQueryOrForm<S extends Schema>(
  call: Call,
  schema: S,
  action: string,
): Promise<Value<S>> {
  const form = single(await formOf(call, action), schema, action);
  return checked(schema, { ...form, ...single(queryFields(call.url, action), schema, action) }, action);
}

/**
 * The bytes of a body that is a document of one of `types`; a body without a type may be any of them. Throws Refusal `wrong-media-type`,
 * `too-large`.
 */
export async function readDocument(
  call: Call,
  { action, types, maxBytes }: { action: string; types: readonly string[]; maxBytes: number },
): Promise<Buffer> {
  const type = mediaType(call.request);
  if (type !== undefined && !types.includes(type)) {
    throw new Refusal(
      'wrong-media-type',
      `Cannot ${action}: the body is ${type}, must be one of ${types.join(', ')}`,
    );
  }
  refuseCompressed(call.request, action);
  return readBytes(call.request, { maxBytes, action });
}

/**
 * Checks the body of a call that changes something but takes no parameters: any other type than a form is refused as everywhere (Refusal
 * `wrong-media-type`, `too-large`) before anything is done; the fields of a form are ignored. `path` is the one in the table.
 */
export async function readNothing(call: Call, path: string): Promise<void> {
  const action = call.request.method === 'POST' ? actionsWithoutParameters.get(path) : undefined;
  if (action !== undefined) await formOf(call, action);
}

/** By path, as in the contract. */
const actionsWithoutParameters: ReadonlyMap<string, string> = new Map(
  Object.values<Endpoint>(endpoints)
    .filter(({ method, form, document }) => method === 'POST' && !form && !document)
    .map(({ path, action }) => [path, action]),
);

/** The form in a body. An empty body is an empty form, whatever type the headers name: many apps send the same headers with every call. */
async function formOf(call: Call, action: string): Promise<URLSearchParams> {
  const body = await readBody(call.request, { maxBytes: MAX_BODY_BYTES, action });
  if (body === '') return new URLSearchParams();
  refuseCompressed(call.request, action);
  const type = mediaType(call.request);
  if (type !== 'application/x-www-form-urlencoded') {
    throw new Refusal(
      'wrong-media-type',
      `Cannot ${action}: the body is ${type || 'of no type'}, must be application/x-www-form-urlencoded`,
    );
  }
  return formFields(body, action);
}

/**
 * The first value of each parameter of the schema. Throws Refusal `invalid` where a list has another value, as many libraries write lists:
 * a part of the marks would be missing, or a group would lose its other feeds, and the answer would be a success.
 */
function single(parameters: URLSearchParams, { shape }: Schema, action: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(shape, name)) continue;
    values[name] ??= value;
    if (values[name] !== value && lists.has(name)) {
      const message = `Cannot ${action}: ${name} comes twice, must be one list with commas between`;
      throw new Refusal('invalid', message, { description: `Such as ${name}=1,2,3` });
    }
  }
  return values;
}

function checked<S extends Schema>(schema: S, raw: Record<string, string>, action: string): Value<S> {
  const result = check(schema, raw, action);
  if (result.ok) return result.value as Value<S>;
  throw new Refusal(result.status === 413 ? 'too-large' : 'invalid', result.message);
}
