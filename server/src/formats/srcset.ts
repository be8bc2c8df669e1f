// The `srcset` of a picture: read, judged and written again.

import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';

/** A width is a whole number of pixels. The sanitiser writes lines about others to the console. */
const descriptors = /^(?:[1-9]\d{0,5}w|\d{1,6}(?:\.\d{1,4})?x)$/;

/** The candidates that are http(s), absolute; undefined when none is left. HTML, "Parsing a srcset attribute". */
export function parseSrcset(written: string | undefined, base: string): string | undefined {
  if (written === undefined || written.length > limits.srcsetChars) return undefined;
  const candidates: string[] = [];
  let at = 0;
  while (at < written.length && candidates.length < limits.srcsetCandidates) {
    at = skip(written, at, /[\s,]/);
    const urlEnd = skip(written, at, /\S/);
    const word = written.slice(at, urlEnd);
    at = urlEnd;
    let descriptor = '';
    if (!word.endsWith(',')) {
      const comma = written.indexOf(',', at);
      const end = comma === -1 ? written.length : comma;
      descriptor = written.slice(at, end).trim();
      at = end + 1;
    }
    const candidate = judge(trimCommas(word), descriptor, base);
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates.length === 0 ? undefined : candidates.join(', ');
}

function skip(text: string, from: number, what: RegExp): number {
  let at = from;
  while (at < text.length && what.test(text.charAt(at))) at++;
  return at;
}

function trimCommas(word: string): string {
  let end = word.length;
  while (end > 0 && word.charAt(end - 1) === ',') end--;
  return word.slice(0, end);
}

function judge(word: string, descriptor: string, base: string): string | undefined {
  if (descriptor !== '' && !descriptors.test(descriptor)) return undefined;
  // A comma inside an address would end it when it is read again.
  const url = absoluteUrl(word, base)?.replaceAll(',', '%2C');
  if (url === undefined) return undefined;
  return descriptor === '' ? url : `${url} ${descriptor}`;
}
