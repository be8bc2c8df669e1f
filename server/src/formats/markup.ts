// Reads tags and text out of a document: the tokeniser of htmlparser2 with our limits, for XML and for HTML.

import { Tokenizer } from 'htmlparser2';
import { decodeXmlText } from './entities.ts';
import { limits } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface MarkupHandler {
  /** A start tag: its name as written, attribute names in lower case; `closed` when it ends in `/>`. False stops the reading. */
  open(name: string, attributes: Attributes, closed: boolean): boolean;
  /** An end tag. False stops the reading. */
  close(name: string): boolean;
  text(text: string): void;
}

export const noAttributes: Attributes = Object.freeze(Object.create(null));

/** Elements of HTML that have no content and no end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export function readMarkup(source: string, syntax: 'xml' | 'html', handler: MarkupHandler): void {
  const reader = new MarkupReader(source, syntax === 'xml', handler);
  const tokenizer = new Tokenizer({ xmlMode: syntax === 'xml', decodeEntities: syntax === 'html' }, reader);
  reader.stop = () => tokenizer.pause();
  tokenizer.write(source);
  tokenizer.end();
}

/** Turns the tokeniser's positions into values. */
class MarkupReader {
  stop: () => void = () => {};
  private readonly source: string;
  private readonly xml: boolean;
  private readonly handler: MarkupHandler;
  private name = '';
  private attributes: Record<string, string> | undefined;
  private attributeCount = 0;
  private attributeName = '';
  private attributeValue = '';

  constructor(source: string, xml: boolean, handler: MarkupHandler) {
    this.source = source;
    this.xml = xml;
    this.handler = handler;
  }

  onopentagname(start: number, end: number): void {
    this.name = this.source.slice(start, end);
    this.attributes = undefined;
    this.attributeCount = 0;
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.source.slice(start, end).toLowerCase();
    this.attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attributeValue.length > limits.fieldChars) return;
    this.attributeValue += this.source.slice(start, Math.min(end, start + limits.fieldChars));
  }

  onattribentity(codepoint: number): void {
    if (this.attributeValue.length <= limits.fieldChars)
      this.attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    this.attributeCount++;
    if (this.attributeCount > limits.attributes) return;
    this.attributes ??= Object.create(null) as Record<string, string>;
    // XML forbids an attribute to come twice; HTML takes the first.
    this.attributes[this.attributeName] ??= this.xml
      ? decodeXmlText(this.attributeValue)
      : this.attributeValue;
  }

  onopentagend(): void {
    this.opened(false);
  }

  onselfclosingtag(): void {
    this.opened(true);
  }

  onclosetag(start: number, end: number): void {
    if (!this.handler.close(this.source.slice(start, end))) this.stop();
  }

  ontext(start: number, end: number): void {
    const raw = this.source.slice(start, end);
    this.handler.text(this.xml ? decodeXmlText(raw) : raw);
  }

  ontextentity(codepoint: number): void {
    this.handler.text(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.handler.text(this.source.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private opened(closed: boolean): void {
    if (!this.handler.open(this.name, this.attributes ?? noAttributes, closed)) this.stop();
  }
}
