// Mends what the authors of documents forget most: to escape a `<` in XML, and to escape line breaks or leave out a last comma in JSON.

import { limits } from './limits.ts';

/** After `<` comes a letter, `/`, `!` or `?` (XML 1.0 §2.3 for letters); before anything else it is text, as in `I <3 you`. */
const lone = /<(?![a-z_:/!?\x80-\uffff])/gi;

/** Escapes each `<` that starts no tag, because it would swallow what follows it, unless it is in CDATA; joins the halves of signs. Takes linear time. */
export function repair(text: string): string {
  lone.lastIndex = 0;
  halves.lastIndex = 0;
  if (!lone.test(text) && !halves.test(text)) return text;
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<![CDATA[', at);
    const end = start === -1 ? -1 : text.indexOf(']]>', start);
    if (start === -1) {
      parts.push(repairOutside(text.slice(at)));
      break;
    }
    parts.push(repairOutside(text.slice(at, start)));
    // A section that never ends goes to the end of the document.
    at = end === -1 ? text.length : end + 3;
    // What is escaped twice outside is escaped once here.
    parts.push(joinHalves(text.slice(start, at), { escaped: false }));
  }
  return parts.join('');
}

function repairOutside(text: string): string {
  return joinHalves(text, { escaped: true }).replace(lone, '&lt;');
}

const halves = /&(amp;)?#(?:x(d[89ab][\da-f]{2})|(5[56]\d{3}));&\1#(?:x(d[c-f][\da-f]{2})|(5[67]\d{3}));/gi;

/** Some programs (Xalan) write a sign beyond 16 bits as the two halves that it has in UTF-16: `&#55357;&#56832;` is a smile. */
function joinHalves(text: string, { escaped }: { escaped: boolean }): string {
  return text.replace(halves, (both, amp, highHex, high, lowHex, low) => {
    const sign = String.fromCharCode(codeOf(highHex, high), codeOf(lowHex, low));
    const isSign = (sign.codePointAt(0) ?? 0) > 0xffff && (escaped || amp === undefined);
    return isSign ? sign : both;
  });
}

function codeOf(hex: string | undefined, decimal: string): number {
  return hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Sites write JSON with templates: these copy a text with its line breaks, and end each entry of a list with a comma. Takes linear time. */
export function repairJson(text: string): string {
  const parts: string[] = [];
  let at = 0;
  let isInString = false;
  const sign = /["\\\n\r\t]/g;
  const outside = /"|,(?=\s*[\]}])/g;
  for (let next = 0; parts.length < limits.jsonRepairs * 2; ) {
    const signs = isInString ? sign : outside;
    signs.lastIndex = next;
    if (!signs.test(text)) break;
    next = signs.lastIndex;
    const found = text.charAt(next - 1);
    if (found === '"') isInString = !isInString;
    else if (found === '\\') next++;
    else {
      parts.push(text.slice(at, next - 1), escapes[found] ?? '');
      at = next;
    }
  }
  parts.push(text.slice(at));
  return parts.join('');
}
