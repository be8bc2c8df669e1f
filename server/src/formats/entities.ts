// Decodes character references in XML text: those of XML and of HTML, numbers out of range too; bare ampersands stay.

import { decodeHTMLStrict } from 'entities';

/** The longest name of HTML has 31 letters; numbers may carry zeros before them. */
const reference = /&(?:#x?[0-9a-f]{1,12}|[a-z][a-z0-9]{1,31});/gi;

/**
 * Entities that a DTD declares are never expanded: one that is not HTML's stays as written, so nothing can explode
 * (billion laughs) and nothing is loaded (XXE).
 */
export function decodeXmlText(raw: string): string {
  return raw.includes('&') ? raw.replace(reference, decodeOne) : raw;
}

const usual: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
};

function decodeOne(whole: string): string {
  const quick = usual[whole];
  if (quick !== undefined) return quick;
  const decoded = decodeHTMLStrict(whole);
  if (decoded !== whole) return decoded;
  // `&NBSP;` is no name of HTML, but `&nbsp;` is.
  const small = decodeHTMLStrict(whole.toLowerCase());
  return small === whole.toLowerCase() ? whole : small;
}
