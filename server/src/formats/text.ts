// HTML → plain text: titles, names, and the first words of a post.

import { decodeHTML, escapeAttribute, escapeText } from 'entities';
import { limits } from './limits.ts';
import { type Attributes, type MarkupHandler, noAttributes, readMarkup } from './markup.ts';

/** Every element of HTML, old ones too: anything else in angle brackets is meant as text. */
const htmlElements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure
  font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link
  main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture
  plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(
    /\s+/,
  ),
);

/** Elements whose content is no text for people. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'textarea',
  'select',
  'svg',
  'math',
  'head',
  'title',
]);

/** Elements within a word or a line; every other element ends it. */
const inline = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt rtc ruby s samp small span
  strike strong sub sup time tt u var wbr`.split(/\s+/),
);

/** Elements that do not style text, and have an end tag where they are meant: without it, and without attributes, somebody writes about them. */
const spokenOf = new Set(
  `article aside audio base body button canvas datalist details dialog embed fieldset figure footer form frame frameset head header
  html iframe img input legend link main map menu meta meter nav noscript object ol output picture progress script search section
  select slot source style summary svg table template textarea title track ul video`.split(/\s+/),
);

/** Plain text out of text that may hold HTML: known tags are removed, entities are decoded once, blanks collapse. */
export function plainText(html: string, maxChars: number = limits.titleChars): string {
  const source = withoutLoneSigns(html.length > limits.fieldChars ? html.slice(0, limits.fieldChars) : html);
  if (!source.includes('<')) return shorten(collapse(decodeHTML(source)), maxChars);
  const collector = new TextCollector(source, maxChars);
  readMarkup(source, 'html', collector);
  return shorten(collapse(collector.taken()), maxChars);
}

/** With the letter before it, and an attribute behind it. */
const openSign = /(?<=([\p{L}\p{N}]?))<([a-z][a-z0-9]*)(?=(\s[a-z-]{1,30}\s?=)?)/giu;

/**
 * Escapes a `<` that no `>` follows, because it would swallow the rest: `if a<b and x<y`. Before the name of an element it is a tag that was
 * cut, unless that is one letter, another stands before it, and no attribute follows.
 */
function withoutLoneSigns(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  if (!html.includes('<', end)) return html;
  const rest = html.slice(end).replace(openSign, (whole, before, name: string, attribute) => {
    const isLetter = name.length === 1 && before !== '' && attribute === undefined;
    return htmlElements.has(name.toLowerCase()) && !isLetter ? whole : `&lt;${name}`;
  });
  return html.slice(0, end) + rest;
}

/** Each run of white space becomes one blank. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts at the end of a word if there is one near, never inside a character. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1);
  const blank = cut.lastIndexOf(' ');
  const end = blank > maxChars * 0.8 ? blank : cut.length;
  return `${cut
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** A sign written by its number or name. */
const reference = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/i;

/** RSS does not say whether a description is text or HTML: a known tag or a character reference makes it HTML. */
export function looksLikeHtml(text: string): boolean {
  if (reference.test(text)) return true;
  let closed: ReadonlySet<string> | undefined;
  const tags = withoutLoneSigns(text).matchAll(/<(\/?[a-z][a-z0-9]{0,10})(?=[\s/>])(>?)/gi);
  for (const [, written = '', end] of tags) {
    const name = written.toLowerCase();
    if (!htmlElements.has(name.replace('/', ''))) continue;
    if (end === '' || !spokenOf.has(name)) return true;
    closed ??= closedIn(text);
    if (closed.has(name)) return true;
  }
  return /<!--|<!\[CDATA\[/.test(text);
}

/**
 * Whether text is HTML all the same, by a sign that texts about HTML rarely have: it begins with a tag, or has one that is closed, that has
 * an attribute or that breaks a line. `The <p> element` and `a <b` are text.
 */
export function isHtmlAfterAll(text: string): boolean {
  if (!looksLikeHtml(text)) return false;
  if (reference.test(text)) return true;
  const closed = closedIn(text);
  const tags = text.matchAll(/<([a-z][a-z0-9]{0,10})(?=[\s/>])(\s[a-z-]{1,30}\s?=)?/gi);
  const start = text.search(/\S/);
  return tags.some(({ 1: written = '', 2: attribute, index }) => {
    const name = written.toLowerCase();
    if (!htmlElements.has(name)) return false;
    return index === start || attribute !== undefined || closed.has(name) || name === 'br' || name === 'hr';
  });
}

/** HTML that was escaped once too often, as it was meant: from the first sign to the last it is escaped tags, and none is plain. */
export function withoutSecondEscape(html: string): string {
  const [, name = ''] = /^\s*&lt;([a-z][a-z0-9]{0,10})(?:\s|&gt;)/.exec(html) ?? [];
  const isWhole = !html.includes('<') && html.endsWith('&gt;', html.trimEnd().length);
  if (!isWhole || !htmlElements.has(name) || spokenOf.has(name)) return html;
  return html.includes(`&lt;/${name}&gt;`) ? decodeHTML(html) : html;
}

/** An address in running text, without the punctuation that ends a sentence. */
const addresses = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}…]/gi;

/**
 * Plain text as HTML: line breaks stay, and addresses become links. Blanks before a break are looked for only where they begin: from each of
 * very many it would take minutes.
 */
export function textToHtml(text: string): string {
  const source = text.trim().replace(/\r\n?/g, '\n');
  const parts: string[] = [];
  let at = 0;
  for (const found of source.matchAll(addresses)) {
    const end = found.index + found[0].length;
    // The bracket at the end of `https://en.example/A_(letter)` belongs to it.
    const url = found[0].includes('(') && source[end] === ')' ? `${found[0]})` : found[0];
    parts.push(
      escapeText(source.slice(at, found.index)),
      `<a href="${escapeAttribute(url)}">${escapeText(url)}</a>`,
    );
    at = found.index + url.length;
  }
  parts.push(escapeText(source.slice(at)));
  return parts
    .join('')
    .replace(/(?<! ) *\n *\n[ \n]*/g, '<br><br>')
    .replace(/(?<! ) *\n */g, '<br>');
}

/** The elements that have an end tag somewhere. */
function closedIn(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/<\/([a-z][a-z0-9]*)/gi), ([, name = '']) => name.toLowerCase()));
}

class TextCollector implements MarkupHandler {
  private readonly parts: string[] = [];
  private readonly source: string;
  private readonly maxChars: number;
  private closed: ReadonlySet<string> | undefined;
  private chars = 0;
  private silentName: string | undefined;
  private silentDepth = 0;

  constructor(source: string, maxChars: number) {
    this.source = source;
    this.maxChars = maxChars;
  }

  open(writtenName: string, attributes: Attributes, closed: boolean): boolean {
    const name = writtenName.toLowerCase();
    if (this.silentName !== undefined) {
      if (name === this.silentName && !closed) this.silentDepth++;
      return true;
    }
    if (attributes === noAttributes && this.isSpokenOf(name)) return this.add(`<${writtenName}>`);
    if (silent.has(name) && !closed) {
      this.silentName = name;
      this.silentDepth = 1;
      return true;
    }
    if (!htmlElements.has(name)) return this.add(`<${[writtenName, ...Object.keys(attributes)].join(' ')}>`);
    return inline.has(name) || this.add(' ');
  }

  close(writtenName: string): boolean {
    const name = writtenName.toLowerCase();
    if (this.silentName !== undefined) {
      if (name === this.silentName && --this.silentDepth === 0) this.silentName = undefined;
      return true;
    }
    if (!htmlElements.has(name)) return this.add(`</${writtenName}>`);
    return inline.has(name) || this.add(' ');
  }

  text(text: string): void {
    if (this.silentName === undefined) this.add(text);
  }

  taken(): string {
    return this.parts.join('');
  }

  /** `Styling <select>` is the title of a post about HTML, not HTML itself. */
  private isSpokenOf(name: string): boolean {
    if (!spokenOf.has(name)) return false;
    this.closed ??= closedIn(this.source);
    return !this.closed.has(name);
  }

  /** Blanks collapse later, so four times the wanted text is gathered before the rest is left unread. */
  private add(text: string): boolean {
    if (this.chars > this.maxChars * 4) return false;
    this.parts.push(text);
    this.chars += text === ' ' ? 0 : text.trim().length;
    return true;
  }
}
