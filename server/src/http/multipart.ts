// Takes a multipart form apart (RFC 7578). The runtime's own reader loads its whole HTTP client for this, and takes a second and more for
// two megabytes of small parts, or of headers within one part, and holds up everybody meanwhile.
import { Refusal } from '../model/refusal.ts';
import { MAX_FIELDS, tooManyFields } from './form-fields.ts';

/** RFC 2046 §5.1.1. To look for one of 15,000 characters in a form that nearly has it again and again takes seconds. */
const MAX_BOUNDARY_CHARS = 70;

/** What a part's header says of it: its name, and whether it is a file. */
const NAME = /^content-disposition:[ \t]*form-data[^\r\n]*?;[ \t]*name=(?:"([^"\r\n]*)"|([^;\s"]+))/im;
const FILE = /^content-disposition:[^\r\n]*;[ \t]*filename\*?=/im;

/**
 * The fields of a body of the content type `type`, files left out. Throws Refusal `too-large`, and `invalid` for what is not
 * multipart/form-data; `action` follows "Cannot".
 */
export function multipartFields(body: string, type: string, action: string): URLSearchParams {
  const malformed = () => new Refusal('invalid', `Cannot ${action}: the body is not multipart/form-data`);
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined || mark.length > MAX_BOUNDARY_CHARS) throw malformed();
  const delimiter = `\r\n--${mark}`;
  // The first delimiter may be the first line.
  const text = `\r\n${body}`;
  const fields = new URLSearchParams();
  let start = text.indexOf(delimiter);
  for (let parts = 0; start !== -1; parts++) {
    const head = start + delimiter.length;
    if (text.startsWith('--', head)) return fields;
    if (parts === MAX_FIELDS) throw tooManyFields(action);
    const end = text.indexOf(delimiter, head);
    const field = text.startsWith('\r\n', head) ? fieldOf(text.slice(head + 2, end)) : undefined;
    if (!field || end === -1) throw malformed();
    if (!field.isFile) fields.append(field.name, field.value);
    start = end;
  }
  throw malformed();
}

function fieldOf(part: string): { name: string; value: string; isFile: boolean } | null | undefined {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = part.slice(0, end);
  const named = NAME.exec(head);
  return named && { name: named[1] ?? named[2] ?? '', value: part.slice(end + 4), isFile: FILE.test(head) };
}
