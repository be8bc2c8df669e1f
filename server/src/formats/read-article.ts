// A web page → the article in it: Readability finds it, our sanitiser decides what of it may be shown. It loads a whole
// DOM, so it is imported only where an article is wanted.
import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { decode } from './decode.ts';
import { limits } from './limits.ts';
import { absoluteUrl, withoutCredentials } from './links.ts';
import { sanitise } from './sanitise.ts';
import { plainText } from './text.ts';

type Document = ReturnType<typeof parseHTML>['document'];
type Element = Document['documentElement'];

export type ArticleReading =
  /** Sanitised HTML with absolute addresses, and how many characters of text it has. */
  | { kind: 'article'; content: string; length: number }
  | { kind: 'no-article'; why: 'too-complex' | 'nothing-found' };

/** Never throws. It has no time limit of its own: strangers' pages are read in a thread that can be terminated. */
export function readArticle(
  bytes: Uint8Array,
  from: { url: string; contentType?: string | undefined },
): ArticleReading {
  const { text } = decode(bytes, from.contentType);
  if (isTooComplex(text)) return { kind: 'no-article', why: 'too-complex' };
  try {
    const { document } = parseHTML(withBody(text));
    if (isTooDeep(document)) return { kind: 'no-article', why: 'too-complex' };
    const found = findArticle(document);
    const url = withoutCredentials(from.url);
    const content = found && sanitise(found.html, absoluteUrl(found.base, url) ?? url);
    if (content === undefined) return { kind: 'no-article', why: 'nothing-found' };
    const length = plainText(content, limits.fieldChars).length;
    return length < limits.articleLeastChars
      ? { kind: 'no-article', why: 'nothing-found' }
      : { kind: 'article', content, length };
  } catch {
    // A page that is nested deeper than the call stack, or odder than a library expects.
    return { kind: 'no-article', why: 'nothing-found' };
  }
}

/** The article's HTML as the page has it, and the page's `<base>`, '' when it has none. */
function findArticle(document: Document): { html: string; base: string } | undefined {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  // Without a base, Readability leaves it to our sanitiser to make addresses absolute.
  for (const element of document.querySelectorAll('base')) element.remove();
  for (const element of document.querySelectorAll('*')) tame(element);
  const article = new Readability(document, {
    disableJSONLD: true,
    maxElemsToParse: limits.articleTags,
  }).parse();
  return article?.content ? { html: article.content, base } : undefined;
}

/** HTML allows `<head>` and `<body>` to be left out, and most hand-made pages do so; linkedom does not add them. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html)) return html;
  // Each is looked for up to the next `<` only: otherwise many that never end would each cost the rest of the page.
  const inside = html.replace(/<!doctype[^<>]*>|<\/?(?:html|head|body)(?:\s[^<>]*)?>/gi, '');
  return `<!doctype html><html><head></head><body>${inside}</body></html>`;
}

/** linkedom nests by an older parser than ours: links that never end lie beside one another for ours, in one another there. */
function isTooDeep(document: Document): boolean {
  const depths = new Map<unknown, number>();
  for (const element of document.querySelectorAll('*')) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1;
    if (depth > limits.articleDepth) return true;
    depths.set(element, depth);
  }
  return false;
}

/**
 * Leaves out of an element's attributes what costs the libraries the square of its length: very many of them, long ones in
 * which they look for pictures, and runs of spaces where they look for words between spaces.
 */
function tame(element: Element): void {
  for (const [index, attribute] of [...element.attributes].entries()) {
    const { name, value } = attribute;
    if (
      index >= limits.articleAttributes ||
      (value.length > limits.articleAttributeChars && !isTakenWhole(name))
    ) {
      element.removeAttributeNode(attribute);
    } else if (hasWordsBetweenSpaces(name) && /\s{2}/.test(value)) {
      element.setAttribute(name, value.replace(/\s+/g, ' '));
    }
  }
}

/** Readability searches these for no picture, so one may be as long as the picture that it contains. */
function isTakenWhole(name: string): boolean {
  return name === 'src' || name === 'alt';
}

function hasWordsBetweenSpaces(name: string): boolean {
  return name === 'style' || name === 'property';
}

/** Many elements cost memory; nested ones cost the square of their depth and more. Escaped signs take time. */
function isTooComplex(html: string): boolean {
  // A `<` that opens no tag becomes a piece of text with a node of its own, so these count too.
  if (html.split('<', limits.articleSigns).length === limits.articleSigns) return true;
  let tags = 0;
  let depth = 0;
  let signs = 0;
  let isOver = false;
  const bound = (): void => {
    isOver ||= tags > limits.articleTags || depth > limits.articleDepth || signs > limits.articleSigns;
    if (isOver) parser.pause();
  };
  let code: string | undefined;
  const parser = new Parser({
    onopentagname(name) {
      tags++;
      depth++;
      if (name === 'script' || name === 'style') code ??= name;
      bound();
    },
    ontext(text) {
      if (code === undefined) signs += text.split(/[&<>]/, limits.articleSigns + 1).length;
      bound();
    },
    onclosetag(name) {
      if (name === code) code = undefined;
      depth -= 1;
    },
  });
  parser.write(html);
  return isOver;
}
