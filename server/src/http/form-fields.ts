// Takes a form apart, unless it has more fields than any app sends.
import { Refusal } from '../model/refusal.ts';

/** Three for each of 10,000 ids. URLSearchParams takes half a minute for a million names without values, and holds up everybody meanwhile. */
export const MAX_FIELDS = 30_000;

/**
 * The fields of a form (application/x-www-form-urlencoded). They are counted before it is `repaired`, which costs a second for a million
 * of them. Throws Refusal `too-large`; `action` follows "Cannot".
 */
export function formFields(
  form: string,
  action: string,
  repaired = (written: string): string => written,
): URLSearchParams {
  let fields = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) {
    fields++;
    if (fields > MAX_FIELDS) throw tooManyFields(action);
  }
  return new URLSearchParams(withSigns(repaired(form)));
}

/** The fields of a query, which may be as long as a form where it belongs to a POST. Otherwise as `formFields`. */
export function queryFields(
  url: URL,
  action: string,
  repaired?: (written: string) => string,
): URLSearchParams {
  return formFields(url.search.slice(1), action, repaired);
}

/** A field without an equals sign means the same with one, and the runtime reads it in a thirtieth of the time. */
export function withSigns(form: string): string {
  const fields = form.split('&');
  return fields.map((field) => (field === '' || field.includes('=') ? field : `${field}=`)).join('&');
}

export function tooManyFields(action: string): Refusal {
  return new Refusal('too-large', `Cannot ${action}: the form has more than ${MAX_FIELDS} fields`);
}
