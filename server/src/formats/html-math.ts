// MathML as HTML that reads the same: 10<sup>5</sup>, a/b, √(x). The sanitiser lets no MathML through, and bare text would say 105.

import { escapeText } from 'entities';
import { limits } from './limits.ts';
import { collapse } from './text.ts';

interface Open {
  name: string;
  /** What is inside: each child as HTML. */
  parts: string[];
  close: string;
}

/** Takes what is inside of `<math>`, tag by tag, and gives HTML at its end. */
export class MathReader {
  private readonly opened: Open[] = [{ name: 'math', parts: [], close: ')' }];
  /** Elements beyond the depth that is looked at: their text goes to the element around them. */
  private tooDeep = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.opened.length > limits.mathDepth) {
      this.tooDeep++;
      return;
    }
    this.opened.push({ name, parts: [], close: escapeText(attributes.close ?? ')') });
  }

  text(text: string): void {
    const said = collapse(text);
    if (said !== '') this.opened.at(-1)?.parts.push(escapeText(said));
  }

  close(name: string): void {
    if (this.tooDeep > 0) this.tooDeep--;
    else if (this.opened.some((each, depth) => depth > 0 && each.name === name)) while (this.pop() !== name);
  }

  /** All as HTML, when `</math>` has come or nothing more comes. */
  taken(): string {
    while (this.opened.length > 1) this.pop();
    return this.opened[0]?.parts.join('') ?? '';
  }

  private pop(): string {
    const { name = '', parts = [], close = '' } = this.opened.pop() ?? {};
    this.opened.at(-1)?.parts.push(asHtml(name, parts, close));
    return name;
  }
}

function asHtml(name: string, parts: readonly string[], close: string): string {
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
    case 'msup':
    case 'mover':
      return `${first}<sup>${second}</sup>`;
    case 'msub':
    case 'munder':
      return `${first}<sub>${second}</sub>`;
    case 'msubsup':
    case 'munderover':
      return `${first}<sub>${second}</sub><sup>${third}</sup>`;
    case 'mfrac':
      return `${inBrackets(first)}/${inBrackets(second)}`;
    case 'msqrt':
      return `√${inBrackets(parts.join(''))}`;
    case 'mroot':
      return `<sup>${second}</sup>√${inBrackets(first)}`;
    case 'mfenced':
      return `(${parts.join(', ')}${close}`;
    case 'mspace':
      return ' ';
    case 'mtr':
      return parts.join(', ');
    case 'mtable':
      return parts.join('; ');
    // The rest says the same again, in TeX mostly.
    case 'semantics':
      return first;
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    default:
      return parts.join('');
  }
}

/** A single number, letter or root needs none. */
function inBrackets(html: string): string {
  return /^(?:[\d.,]+|&?[^\s<>&();]{1,2};?)$/u.test(html) ? html : `(${html})`;
}
