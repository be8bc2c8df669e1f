// Reads the parameters of older protocols: in the URL, in a form, in a multipart body, or in all of them at once.
import type { Asked } from './asked.ts';
import { readBytes } from './body.ts';
import { mediaType, refuseCompressed } from './form.ts';
import { formFields, queryFields } from './form-fields.ts';
import { multipartFields } from './multipart.ts';
import type { Call } from './routing.ts';

/** 10,000 ids in their long form with the syntax around them: what the greediest app sends. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Parameters that may be repeated. Values in the body replace those in the URL. */
export class Parameters {
  readonly #query: URLSearchParams;
  readonly #body: URLSearchParams;

  constructor(query: URLSearchParams, body: URLSearchParams) {
    this.#query = query;
    this.#body = body;
  }

  all(name: string): string[] {
    return (this.#body.has(name) ? this.#body : this.#query).getAll(name);
  }

  one(name: string): string | undefined {
    return this.all(name)[0];
  }

  has(name: string): boolean {
    return this.#body.has(name) || this.#query.has(name);
  }
}

/**
 * `repaired` mends what an app has written before it is taken apart. Throws Refusal `too-large`, `wrong-media-type` for a compressed body,
 * and `invalid` for a malformed multipart body. `action` follows "Cannot".
 */
export async function readParameters(
  call: Call,
  action: string,
  repaired = (written: string): string => written,
): Promise<Parameters> {
  const query = queryFields(call.url, action, repaired);
  return new Parameters(query, await formOf(call.request, { action, repaired }));
}

/**
 * Escapes the ampersands of titles that an app has not escaped: `s=user/-/label/News & culture` names one label. Only for protocols
 * in which every parameter has an equals sign.
 */
export function withEscapedAmpersands(written: string): string {
  return written.replace(/&(?=[^=&]+(?:&|$))/g, '%26');
}

/** A label in a form that is not escaped: whoever writes blanks as pluses escapes these slashes as well. */
const BARE_LABEL = /^[^=]+=user\/[^/]+\/label\//;

/**
 * Escapes the pluses of labels that an app has not escaped, as far as they cannot be blanks: at the end, beside another, or where blanks are
 * written in another way.
 */
export function withEscapedPluses(written: string): string {
  if (!written.includes('+')) return written;
  return written
    .split('&')
    .map((field) =>
      BARE_LABEL.test(field) && /\+$|\+\+| |%20/.test(field) ? field.replaceAll('+', '%2B') : field,
    )
    .join('&');
}

/** Apps omit the content type or send a wrong one: anything that is not multipart is read as a form. */
async function formOf(
  request: Asked,
  { action, repaired }: { action: string; repaired: (written: string) => string },
): Promise<URLSearchParams> {
  const bytes = await readBytes(request, { maxBytes: MAX_BODY_BYTES, action });
  if (bytes.length > 0) refuseCompressed(request, action);
  const body = bytes.toString('utf8');
  return mediaType(request) === 'multipart/form-data'
    ? multipartFields(body, request.headers.get('Content-Type') ?? '', action)
    : formFields(body, action, repaired);
}
