// Reads a form: the bodies of pages and of OAuth's endpoints, where a repeated parameter is an error.
import { Refusal } from '../model/refusal.ts';
import type { Asked } from './asked.ts';
import { readBody } from './body.ts';
import { formFields } from './form-fields.ts';

/** Tokens and passwords are short; anything longer is not one of our forms. */
const MAX_FORM_BYTES = 64 * 1024;
/** The content codings that compress (IANA's list). */
const compressions = ['gzip', 'x-gzip', 'deflate', 'compress', 'br', 'zstd'];

/**
 * The fields of a form. Throws Refusal `wrong-media-type`, `too-large`, and `invalid` where a field is repeated (RFC 6749 §3.2); `action`
 * follows "Cannot".
 */
export async function readForm(request: Asked, action: string): Promise<Record<string, string>> {
  if (mediaType(request) !== 'application/x-www-form-urlencoded')
    throw new Refusal(
      'wrong-media-type',
      `Cannot ${action}: the body must be application/x-www-form-urlencoded`,
    );
  refuseCompressed(request, action);
  const body = await readBody(request, { maxBytes: MAX_FORM_BYTES, action });
  return singleValues(formFields(body, action), action);
}

/** The JSON value of a body. Throws Refusal `wrong-media-type`, `too-large`, and `invalid` for anything that is not JSON. */
export async function readJson(request: Asked, action: string): Promise<unknown> {
  refuseCompressed(request, action);
  const body = await readBody(request, { maxBytes: MAX_FORM_BYTES, action });
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('invalid', `Cannot ${action}: the body is not JSON`);
  }
}

/** The media type of a body, without parameters. */
export function mediaType(request: Asked): string | undefined {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
}

/**
 * Refuses a compressed body (RFC 9110 §15.5.16): nothing decompresses it here, and a form whose parameters may all be left out would seem
 * to be empty. Other codings are let through, because some apps name the character set in this header. Throws Refusal `wrong-media-type`.
 */
export function refuseCompressed(request: Asked, action: string): void {
  const codings = (request.headers.get('Content-Encoding') ?? '').toLowerCase().split(',');
  const coding = codings.map((each) => each.trim()).find((each) => compressions.includes(each));
  if (coding === undefined) return;
  throw new Refusal(
    'wrong-media-type',
    `Cannot ${action}: the body has the Content-Encoding ${coding}, must have none`,
  );
}

/** RFC 8707 §2: an app may name several resources. There is one here, so the parameter says nothing new. */
const repeatable = 'resource';

/** The single value of each parameter; empty ones count as omitted (RFC 6749 §3.1). Throws Refusal `invalid` where one is repeated. */
export function singleValues(parameters: URLSearchParams, action: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    if (seen.has(name) && name !== repeatable)
      throw new Refusal('invalid', `Cannot ${action}: ${printable(name)} comes twice`);
    seen.add(name);
    if (value !== '') values[name] = value;
  }
  return values;
}

/** A parameter's name, made safe to repeat in a message. */
function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
}
