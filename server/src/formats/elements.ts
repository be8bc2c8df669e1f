// Queries on the tree of a document: children, text, markup, attributes.

import { escapeAttribute, escapeText } from 'entities';
import { voidElements } from './markup.ts';
import { localName } from './names.ts';
import { collapse } from './text.ts';
import type { Element } from './xml-tree.ts';

export function childrenOf(parent: Element | undefined, ...names: string[]): Element[] {
  const found: Element[] = [];
  for (const child of parent?.children ?? []) {
    if (typeof child !== 'string' && names.includes(child.name)) found.push(child);
  }
  return found;
}

/** The first child with the first of these names that any child has. */
export function childOf(parent: Element | undefined, ...names: string[]): Element | undefined {
  if (parent === undefined) return undefined;
  for (const name of names) {
    for (const child of parent.children) if (typeof child !== 'string' && child.name === name) return child;
  }
  return undefined;
}

/** The text of the first child of these names that has any: names earlier in the list win, blanks are trimmed. */
export function textOf(parent: Element | undefined, ...names: string[]): string | undefined {
  if (parent === undefined) return undefined;
  for (const name of names) {
    for (const child of parent.children) {
      if (typeof child === 'string' || child.name !== name) continue;
      const text = textIn(child);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** The text of an element, trimmed; undefined when it has none. */
export function textIn(element: Element | undefined): string | undefined {
  const text = element === undefined ? '' : allText(element).trim();
  return text === '' ? undefined : text;
}

/** As `textOf`, to the letter: what names a post may not change because texts are read better. */
export function nameIn(parent: Element, ...names: string[]): string | undefined {
  for (const name of names) {
    for (const child of childrenOf(parent, name)) {
      const text = rawText(child).trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** All text within an element. */
export function allText(element: Element): string {
  return withoutCdataSigns(rawText(element));
}

function rawText(element: Element): string {
  const { children } = element;
  const first = children[0];
  if (children.length === 1 && typeof first === 'string') return first;
  const parts: string[] = [];
  gather(element, parts);
  return parts.join('');
}

/** The value of an attribute, trimmed; undefined when it is missing or blank. `name`: in lower case, whatever the document has. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  const value = element?.attributes[name]?.trim();
  return value === '' ? undefined : value;
}

/** What is inside an element, as HTML: elements are written again, text is escaped. */
export function innerMarkup(element: Element): string {
  const parts: string[] = [];
  write(element.children, parts);
  return parts.join('');
}

export function hasElements(element: Element): boolean {
  return element.children.some((child) => typeof child !== 'string');
}

/** A whole number, at least 0, from a text. */
export function countIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d{1,15}\s*$/.test(text)) return undefined;
  return Number(collapse(text));
}

/**
 * Some generators escape the signs of CDATA together with what these hold, or write them twice. HTML takes such signs for a comment, and all
 * that they hold would be lost.
 */
function withoutCdataSigns(text: string): string {
  if (!/^\s*<!\[CDATA\[/.test(text)) return text;
  const held = text.trim();
  if (!held.endsWith(']]>')) return text;
  return held.slice('<![CDATA['.length, -']]>'.length).replace(/\]\]>([^<>]*)<!\[CDATA\[/g, '$1');
}

function gather(element: Element, parts: string[]): void {
  // The recursion is as deep as the tree, which is bounded.
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(child);
    else gather(child, parts);
  }
}

function write(children: readonly (Element | string)[], parts: string[]): void {
  for (const child of children) {
    if (typeof child === 'string') {
      parts.push(escapeText(child));
      continue;
    }
    const name = localName(child.name);
    parts.push(`<${name}`);
    for (const [attribute, value] of Object.entries(child.attributes)) {
      if (/^[a-z][a-z0-9-]*$/.test(attribute)) parts.push(` ${attribute}="${escapeAttribute(value)}"`);
    }
    parts.push('>');
    write(child.children, parts);
    // In ill-formed XML, an unclosed <br> contains what follows it; in HTML it never does.
    if (!voidElements.has(name)) parts.push(`</${name}>`);
  }
}
