// HTML from strangers → HTML that may be shown: sanitize-html with our own list of what is allowed.

import { decodeHTML } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { judgeAttributes, keptAttributes } from './html-attributes.ts';
import { embedLink, prepareHtml } from './html-embeds.ts';
import { wordsFor } from './html-pictures.ts';
import { limits } from './limits.ts';
import { plainText } from './text.ts';

/** The most frequent first: the sanitiser looks for each tag from the beginning of the list, and more than once. */
const allowedTags =
  `p a br em strong img li span ul div code h2 h3 pre blockquote i b figure td tr abbr address article aside audio
  bdi bdo caption center cite col colgroup data dd del details dfn dl dt figcaption footer h1 h4 h5 h6 header hr ins
  kbd main mark nav ol picture q rp rt ruby s samp section small source strike sub summary sup table tbody tfoot th
  thead time tt u var video wbr`.split(/\s+/);

const allowed = new Set(allowedTags);

/** Elements that are dropped with their content: it is code, or means nothing without them. */
const droppedWhole =
  `script style textarea option select xmp svg title head template noembed noframes plaintext
  annotation annotation-xml canvas applet datalist frameset`.split(/\s+/);

const attributes = Object.fromEntries(
  Object.entries(keptAttributes).map(([tag, names]) => [tag, [...names]]),
);

/** Sanitised HTML with absolute URLs; `base` is what relative ones are resolved against. Linear in time: 1,000 to 2,500 posts of 2 kB a second on one busy core. */
export function sanitise(html: string, base: string): string {
  // Without a tag there is nothing to judge, so the plain text of a summary needs no parser.
  if (!html.includes('<')) return escapeSigns(decodeHTML(html)).trim();
  let current = prepareHtml(html);
  for (let pass = 0; pass < limits.sanitisePasses; pass++) {
    const { clean, settled } = sanitiseOnce(current, base);
    if (clean.length > html.length + limits.fieldGrowth) break;
    if (settled || clean === current) return clean.trim();
    current = clean;
  }
  // HTML that still changes after all passes, or that has grown without measure, is shown as plain text.
  return escapeSigns(plainText(current, limits.fieldChars));
}

/** Escapes as sanitize-html does: its output must come out the same when it is sanitised again. */
function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Pass {
  clean: string;
  /** Nothing was dropped, renamed or closed by implication, so another pass would change nothing. */
  settled: boolean;
}

function sanitiseOnce(html: string, base: string): Pass {
  let settled = true;
  /** What the open `picture` offers beside its `img`, which may have no address before a script has run: browsers show nothing without one. */
  let offered: string | undefined;
  const judge = (name: string, found: sanitizeHtml.Attributes) => {
    const kept = judgeAttributes(name, found, base);
    if (name === 'source') offered ??= kept?.srcset;
    if (name !== 'img' || kept !== undefined || offered === undefined) return kept;
    const srcset = offered;
    // Once: a thousand images in one picture would make megabytes of it.
    offered = undefined;
    return judgeAttributes(name, { ...found, srcset }, base);
  };
  const marked = sanitizeHtml(html, {
    allowedTags: [...allowedTags, gone.tagName],
    allowedAttributes: attributes,
    selfClosing: voidTags,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: droppedWhole,
    nestingLimit: limits.htmlDepth,
    onOpenTag: (name) => {
      if (!allowed.has(name)) settled = false;
      if (name === 'picture') offered = undefined;
    },
    onCloseTag: (name, isImplied) => {
      if (name === 'picture') offered = undefined;
      if (isImplied && !voidTags.includes(name)) settled = false;
    },
    transformTags: {
      embed: (_, found) => {
        const link = embedLink(found, base);
        return link === undefined ? gone : { tagName: 'a', attribs: { href: link.href }, text: link.text };
      },
      // A list of tasks says what is done by nothing else.
      input: (_, found) =>
        found.type?.toLowerCase() === 'checkbox'
          ? { tagName: 'span', attribs: {}, text: found.checked === undefined ? '☐' : '☑' }
          : gone,
      img: (name, found) => {
        const text = offered === undefined ? wordsFor(found) : undefined;
        return text === undefined
          ? { tagName: name, attribs: found }
          : { tagName: 'span', attribs: {}, text };
      },
      '*': (name, found) => {
        if (!allowed.has(name)) return { tagName: name, attribs: {} };
        const kept = judge(name, found);
        if (kept === undefined) settled = false;
        return kept === undefined ? gone : { tagName: name, attribs: kept };
      },
    },
  });
  return { clean: marked.replaceAll(goneTags, ''), settled };
}

/** Those of the allowed elements that have no end tag. */
const voidTags = ['img', 'br', 'hr', 'col', 'source', 'wbr'];

/**
 * A name that no element has: its tags are taken out afterwards. The sanitiser itself must not drop what was renamed, because it then gives the
 * name to the end of the next element at the same depth.
 */
const gone = { tagName: 'gone', attribs: {} };
const goneTags = /<\/?gone>/g;
