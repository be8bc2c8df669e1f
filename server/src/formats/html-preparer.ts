// Writes the HTML of a post again for the sanitiser: `iframe`s become `embed`s, formulas HTML, tables for layout blocks; `noscript` is kept
// or dropped, what is not displayed goes, and nesting is cut.

import { escapeAttribute, escapeText } from 'entities';
import { withCopiedAddress } from './html-copies.ts';
import { MathReader } from './html-math.ts';
import { OpenElements } from './html-nesting.ts';
import { limits } from './limits.ts';
import { type Attributes, type MarkupHandler, voidElements } from './markup.ts';

/** The elements of a table below it. */
const parts = new Set('caption colgroup col thead tbody tfoot tr th td'.split(' '));

/** Where a frame has its address. One that a script loads later, or once somebody has agreed to it, has `about:blank` in the first. */
export const frameSources = ['src', 'data-src', 'data-lazy-src', 'data-cmplz-src', 'data-cookieblock-src'];

/** What scripts unfold on the page, when it is not displayed. */
const unfolded = new Set('img video audio embed'.split(' '));

/** A place in what is written, and how much there is before it. */
interface Place {
  at: number;
  letters: number;
  media: number;
}

/** What was found in the HTML as a whole. */
interface Found {
  /** Whether each `noscript` with pictures, films or frames is taken for the copy of others. */
  dropNoscript: boolean;
  hasMath: boolean;
  /** Addresses of pictures that are in a `noscript`, and named outside of it. */
  copies: ReadonlySet<string>;
}

export class Preparer implements MarkupHandler {
  private readonly out: string[] = [];
  private readonly elements = new OpenElements<Place>();
  /** How much has been written so far. */
  private letters = 0;
  private media = 0;
  private readonly dropNoscript: boolean;
  private readonly copies: ReadonlySet<string>;
  /** The open `noscript`: where it began, and whether the post has all of its pictures outside of it, too. */
  private noscript: { from: Place; isCopy?: boolean } | undefined;
  private readonly hasMath: boolean;
  /** The element whose content is left out, up to its end tag. */
  private skipped: string | undefined;
  private math: MathReader | undefined;
  /** For each open table, whether it is only there for the layout. */
  private readonly tables: boolean[] = [];

  constructor({ dropNoscript, hasMath, copies }: Found) {
    this.dropNoscript = dropNoscript;
    this.hasMath = hasMath;
    this.copies = copies;
  }

  open(writtenName: string, attributes: Attributes, closed: boolean): boolean {
    const name = nameOf(writtenName);
    if (this.skipped !== undefined || !/^[a-z][a-z0-9-]*$/.test(name)) return true;
    if (this.math !== undefined) {
      this.math.open(name, attributes);
      if (closed) this.math.close(name);
    } else if (name === 'math') {
      if (!closed) this.math = new MathReader();
    } else if (name === 'iframe') {
      this.skipped = name;
      this.frame(attributes);
    } else if (name === 'noscript') {
      this.noscript ??= { from: this.here() };
    } else if (name === 'img') {
      this.start(name, this.asKnown(attributes));
    } else {
      this.start(this.asLaidOut(name, attributes), attributes);
    }
    return true;
  }

  close(writtenName: string): boolean {
    const name = nameOf(writtenName);
    if (name === 'math') this.endMath();
    else if (this.math !== undefined) this.math.close(name);
    else if (name === 'iframe') this.skipped = undefined;
    else if (name === 'noscript') this.endNoscript();
    else if (this.skipped === undefined && /^[a-z][a-z0-9-]*$/.test(name)) {
      this.end(this.isOfLayout(name) ? blockFor(name) : name);
      if (name === 'table') this.tables.pop();
    }
    return true;
  }

  text(text: string): void {
    if (this.skipped !== undefined) return;
    if (this.math !== undefined) this.math.text(text);
    else {
      this.letters += text.replace(/[^\p{L}\p{N}]+/gu, '').length;
      this.out.push(escapeText(text));
    }
  }

  taken(): string {
    this.endMath();
    return this.out.join('');
  }

  /** Each in an element of its own, so that links to several do not run into one another, and one to a video is seen to stand alone. */
  private frame(attributes: Attributes): void {
    if (isUnseen(attributes, false) || !frameSources.some((name) => leadsSomewhere(attributes[name]))) return;
    this.media++;
    const around = this.elements.has('p') ? 'span' : 'p';
    this.out.push(`<${around}><embed${written(attributes)}></${around}> `);
  }

  private asKnown(image: Attributes): Attributes {
    if (this.noscript === undefined) return withCopiedAddress(image, this.copies);
    const isCopy = this.copies.has(image.src?.trim() ?? '');
    this.noscript.isCopy = isCopy && (this.noscript.isCopy ?? true);
    return image;
  }

  /** Without pictures, it is kept: nothing on the page says its words a second time. */
  private endNoscript(): void {
    const { from, isCopy } = this.noscript ?? {};
    this.noscript = undefined;
    if (from === undefined || this.media === from.media) return;
    if (this.dropNoscript || isCopy) this.takeBack(from);
  }

  private endMath(): void {
    if (this.math !== undefined) this.out.push(this.math.taken());
    this.math = undefined;
  }

  /** Newsletters are laid out in tables, and say so: to screen readers these are none. A row becomes a block, and its cells are beside one another. */
  private asLaidOut(name: string, { role }: Attributes): string | undefined {
    if (name === 'table') this.tables.push(/^\s*(?:presentation|none)\s*$/i.test(role ?? ''));
    return this.isOfLayout(name) ? blockFor(name) : name;
  }

  private isOfLayout(name: string): boolean {
    return this.tables.at(-1) === true && (name === 'table' || parts.has(name));
  }

  private start(name: string | undefined, attributes: Attributes): void {
    if (name === undefined) {
      this.out.push(' ');
      return;
    }
    this.leaveOut(this.elements.endFor(name));
    const isHidden = isUnseen(attributes, this.hasMath);
    if (voidElements.has(name)) {
      // A picture may be hidden until a script has loaded it.
      if (isHidden && name !== 'img') return;
    } else {
      if (this.elements.count === limits.htmlParserDepth) return;
      this.elements.start(name, isHidden ? this.here() : undefined);
    }
    if (unfolded.has(name)) this.media++;
    this.out.push(`<${name}${written(attributes)}>`);
  }

  private end(name: string | undefined): void {
    if (name === undefined) return;
    const { own, within } = this.elements.end(name);
    if (this.leaveOut(own)) return;
    this.leaveOut(within);
    // Written even if it ends nothing that is open here: one that is missing has all that follows in a quote or a heading.
    this.out.push(`</${name}>`);
  }

  private here(): Place {
    return { at: this.out.length, letters: this.letters, media: this.media };
  }

  /** Takes back what is not displayed, from this place on; unless it is long or has pictures, which scripts unfold. */
  private leaveOut(from: Place | undefined): boolean {
    if (from === undefined || this.letters - from.letters > limits.hiddenChars || this.media > from.media)
      return false;
    this.takeBack(from);
    return true;
  }

  private takeBack({ at, letters, media }: Place): void {
    // What began within what is gone already would make it longer again.
    this.out.length = Math.min(this.out.length, at);
    this.letters = letters;
    this.media = media;
  }
}

/** Not nowhere, like `about:blank`. */
function leadsSomewhere(address: string | undefined): boolean {
  return address !== undefined && !/^\s*(?:$|#|about:|data:|javascript:)/i.test(address);
}

/** Publishers of science write MathML with a prefix. */
function nameOf(writtenName: string): string {
  return writtenName.toLowerCase().replace(/^m(?:ml)?:/, '');
}

/** What a part of a table becomes that is none; undefined: nothing. */
function blockFor(name: string): string | undefined {
  return /^(?:table|tr|caption)$/.test(name) ? 'div' : undefined;
}

/** KaTeX writes each formula twice, the second time for eyes only: that one is all blanks and signs without its styles. */
function isUnseen({ hidden, style, class: classes }: Attributes, hasMath: boolean): boolean {
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (style !== undefined && /(?:^|;)\s*display\s*:\s*none/i.test(style)) return true;
  return hasMath && classes === 'katex-html';
}

function written(attributes: Attributes): string {
  let out = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (/^[a-z][a-z0-9-]*$/.test(name)) out += ` ${name}="${escapeAttribute(value)}"`;
  }
  return out;
}
