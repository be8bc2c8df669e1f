// Where a document begins, and what it is: its root element decides, not its Content-Type.

import { limits } from './limits.ts';

export type XmlFamily = 'rss' | 'rdf' | 'atom';

export type Beginning =
  | { kind: 'xml'; family: XmlFamily; at: number }
  | { kind: 'json' | 'html' | 'empty' | 'text' }
  | { kind: 'other'; root: string };

const feedRoots: Readonly<Record<string, XmlFamily>> = {
  rss: 'rss',
  channel: 'rss',
  // RSS Advisory Board, "Redirecting a feed": a document that says only where the feed went.
  redirect: 'rss',
  rdf: 'rdf',
  feed: 'atom',
  entry: 'atom',
};

const pageRoots = new Set(['html', 'head', 'body', 'frameset']);
/** These come before a feed in the error message of a server, or in a page without `<html>`. */
const pageElements = new Set(
  'a b br center div font h1 h2 h3 hr i img link meta p pre script span strong style table title'.split(' '),
);

/** Skips blanks, garbage, prologs (doubled ones too), comments and the DTD. Takes linear time: nothing is looked at twice. */
export function findBeginning(text: string): Beginning {
  const first = /[^\s\ufeff]/.exec(text)?.[0];
  if (first === undefined) return { kind: 'empty' };
  if (first === '{' || first === '[') return { kind: 'json' };
  const scan = new Scan(text);
  let page = false;
  let other: string | undefined;
  for (let tags = 0; tags < limits.tagsBeforeRoot; ) {
    const tag = scan.next();
    if (tag === undefined) break;
    const family = Object.hasOwn(feedRoots, tag.name) ? feedRoots[tag.name] : undefined;
    if (family !== undefined) return { kind: 'xml', family, at: tag.at };
    // A list of feeds (OPML) has a head and a body too.
    if (tag.name === 'html' || (pageRoots.has(tag.name) && other === undefined)) return { kind: 'html' };
    if (pageElements.has(tag.name)) page = true;
    else other ??= tag.name;
    tags++;
  }
  if (page || /^\s*<!doctype\s+html/i.test(text.slice(0, 500))) return { kind: 'html' };
  return other === undefined ? { kind: 'text' } : { kind: 'other', root: other };
}

/** Goes from start tag to start tag. */
class Scan {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): { name: string; at: number } | undefined {
    const name = /<(?:[a-z_][\w.-]{0,60}:)?([a-z_][\w.-]{0,60})(?=[\s/>])/iy;
    for (;;) {
      const at = this.text.indexOf('<', this.at);
      if (at === -1) return undefined;
      if (this.skipOther(at)) continue;
      name.lastIndex = at;
      const found = name.exec(this.text);
      this.at = at + 1;
      if (found !== null) return { name: (found[1] ?? '').toLowerCase(), at };
    }
  }

  /** Comments, instructions, CDATA and declarations. */
  private skipOther(at: number): boolean {
    if (this.text.startsWith('<!--', at)) return this.skipTo('-->', at);
    if (this.text.startsWith('<?', at)) return this.skipTo('>', at);
    if (this.text.startsWith('<![CDATA[', at)) return this.skipTo(']]>', at);
    // A DTD's own declarations follow one by one, and each ends in its bracket.
    if (this.text.startsWith('<!', at)) return this.skipTo('>', at);
    return false;
  }

  private skipTo(end: string, from: number): boolean {
    const found = this.text.indexOf(end, from);
    // If it never ends, the rest of the document is inside it.
    this.at = found === -1 ? this.text.length : found + end.length;
    return true;
  }
}
