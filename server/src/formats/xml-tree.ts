// Document text → a tree of elements, with the posts apart; reads as much as the limits allow, and ill-formed documents as far as possible.

import { FirstAndLast, tooManyPosts } from './first-and-last.ts';
import { limits } from './limits.ts';
import { type Attributes, type MarkupHandler, noAttributes, readMarkup } from './markup.ts';
import { emptyScope, resolveName, rootScope, type Scope, scopeWithin, withoutOwnPrefix } from './names.ts';

export interface Element {
  /** With the prefix that this room uses: `title`, `atom:title`, `dc:creator`. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (Element | string)[];
  /** The chain of `xml:base` down to here, outermost first. */
  readonly bases: readonly string[];
  /** The nearest `xml:lang`. */
  readonly language: string | undefined;
  /** False when the document broke off inside the element. */
  closed: boolean;
}

export interface Tree {
  root: Element;
  /** `item`s and `entry`s wherever they stand, in document order; they are in no `children`. Of too many the first and the last. */
  posts: Element[];
  whole: boolean;
  /** A limit of ours left something out. */
  limited: boolean;
  warnings: string[];
}

const noBases: readonly string[] = [];

/** `source` starts at the root element; undefined when there is none after all. */
export function readTree(source: string): Tree | undefined {
  const builder = new TreeBuilder();
  readMarkup(source, 'xml', builder);
  return builder.finish();
}

interface Open {
  element: Element;
  /** As written, in lower case. */
  rawName: string;
  scope: Scope;
}

class TreeBuilder implements MarkupHandler {
  private root: Element | undefined;
  private readonly posts = new FirstAndLast<Element>(limits.posts, limits.lastPosts);
  private readonly stack: Open[] = [];
  /** How often each name is open: a stray end tag must not search the whole stack. */
  private readonly openNames = new Map<string, number>();
  private elements = 0;
  private postDepth = 0;
  private readonly warnings = new Set<string>();
  private cut = false;

  open(writtenName: string, attributes: Attributes, closed: boolean): boolean {
    if (++this.elements > limits.elements) return this.stopAt(`more than ${limits.elements} elements`);
    const rawName = writtenName.toLowerCase();
    const scope = this.scopeOf(rawName, attributes);
    const name = resolveName(scope, rawName);
    const isPost = name === 'item' || name === 'atom:entry';
    // Where `</item>` is missing, two posts are meant, not one inside the other.
    if (isPost && this.postDepth > 0) this.closeDownTo(this.postDepth);
    if (this.stack.length >= limits.depth) {
      this.warnings.add(`Elements deeper than ${limits.depth} are flattened`);
      return true;
    }
    const element = this.build(name, withoutOwnPrefix(scope, name, attributes), closed);
    if (isPost) this.posts.add(element);
    this.root ??= element;
    if (closed) return this.stack.length > 0;
    this.stack.push({ element, rawName, scope });
    this.openNames.set(rawName, (this.openNames.get(rawName) ?? 0) + 1);
    if (isPost) this.postDepth = this.stack.length;
    return true;
  }

  /** Stops at the end of the root: what follows it is ignored. */
  close(writtenName: string): boolean {
    const rawName = writtenName.toLowerCase();
    if (!this.openNames.get(rawName)) return true;
    while (this.stack.length > 0 && this.pop()?.rawName !== rawName);
    return this.stack.length > 0;
  }

  text(text: string): void {
    const children = this.stack.at(-1)?.element.children;
    if (children === undefined) return;
    const last = children.length - 1;
    const before = children[last];
    if (typeof before !== 'string') {
      children.push(this.fit(text));
    } else if (before.length <= limits.fieldChars) {
      // Many small pieces join as a rope: nothing is copied until somebody reads it.
      children[last] = this.fit(before + text);
    }
  }

  finish(): Tree | undefined {
    const { root, posts } = this;
    if (root === undefined) return undefined;
    const brokenOff = !this.cut && !root.closed;
    if (brokenOff) this.warnings.add('The document breaks off before its end');
    if (posts.leftOut > 0) this.warnings.add(tooManyPosts);
    const limited = this.cut || posts.leftOut > 0;
    return {
      root,
      posts: posts.kept(),
      whole: !limited && !brokenOff,
      limited: limited && !brokenOff,
      warnings: [...this.warnings],
    };
  }

  private scopeOf(rawName: string, attributes: Attributes): Scope {
    const outer = this.stack.at(-1)?.scope ?? emptyScope;
    // Of an element too deep to be built only the name is needed.
    const scope =
      attributes === noAttributes || this.stack.length >= limits.depth
        ? outer
        : scopeWithin(outer, attributes);
    const isChannel = rawName === 'channel' && this.stack.length === 1;
    return this.root === undefined || isChannel ? rootScope(scope, rawName) : scope;
  }

  private build(name: string, attributes: Attributes, closed: boolean): Element {
    const parent = this.stack.at(-1)?.element;
    const base = attributes['xml:base'];
    const bases = parent?.bases ?? noBases;
    const element: Element = {
      name,
      attributes,
      children: [],
      bases: base === undefined || bases.length >= limits.bases ? bases : [...bases, base],
      language: attributes['xml:lang'] ?? parent?.language,
      closed,
    };
    if (name !== 'item' && name !== 'atom:entry') parent?.children.push(element);
    return element;
  }

  private closeDownTo(depth: number): void {
    while (this.stack.length >= depth) this.pop();
  }

  private pop(): Open | undefined {
    const open = this.stack.pop();
    if (open === undefined) return undefined;
    open.element.closed = true;
    this.openNames.set(open.rawName, (this.openNames.get(open.rawName) ?? 1) - 1);
    if (this.stack.length < this.postDepth) this.postDepth = 0;
    return open;
  }

  private fit(text: string): string {
    if (text.length <= limits.fieldChars) return text;
    this.warnings.add(`Text longer than ${limits.fieldChars} characters is cut`);
    return text.slice(0, limits.fieldChars);
  }

  private stopAt(what: string): boolean {
    this.cut = true;
    this.warnings.add(`The document has ${what}: the rest is not read`);
    return false;
  }
}
