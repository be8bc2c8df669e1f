// Which attributes an element of a post keeps, and how they are rewritten: links, pictures, media, numbers.

import { judgeImage, judgeSource } from './html-pictures.ts';
import { absoluteUrl, linkTarget } from './links.ts';

type HtmlAttributes = Record<string, string>;

/** What each element keeps besides `dir` and `lang`; the sanitiser uses the same list. */
export const keptAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['dir', 'lang'],
  a: ['href', 'title', 'rel', 'target'],
  abbr: ['title'],
  audio: ['src', 'controls', 'preload'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: ['datetime', 'cite'],
  details: ['open'],
  dfn: ['title'],
  img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading'],
  ins: ['datetime', 'cite'],
  li: ['value'],
  ol: ['start', 'reversed', 'type'],
  q: ['cite'],
  source: ['src', 'srcset', 'sizes', 'type', 'media'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  video: ['src', 'controls', 'preload', 'poster', 'width', 'height'],
};

/** `dir` and `lang`, which every element keeps. */
const everywhere = keptAttributes['*'] ?? [];
const judged = new Map(
  Object.entries(keptAttributes).map(([tag, names]) => [tag, [...names, ...everywhere]]),
);

/** Nothing plays by itself, and nothing is loaded before somebody plays it. */
const still = { controls: '', preload: 'none' };

/** What is never as it was written. It stands where the list has it: what is sanitised again must come out the same. */
const set: Readonly<Record<string, HtmlAttributes>> = {
  // noopener, noreferrer: the page learns nothing about the reader; nofollow: a link in somebody else's post is no recommendation of ours.
  a: { rel: 'noopener noreferrer nofollow', target: '_blank' },
  audio: still,
  video: still,
};

const lengths = new Set(['width', 'height']);
const numbers = new Set(['span', 'value', 'start', 'colspan', 'rowspan']);

/** The values that these attributes may have; others are dropped. */
const patterns: Readonly<Record<string, RegExp>> = {
  dir: /^(?:ltr|rtl|auto)$/i,
  lang: /^[a-z0-9-]{1,35}$/i,
  scope: /^(?:row|col|rowgroup|colgroup)$/i,
  // Sizes and media queries: no quotes, no addresses.
  sizes: /^[\w\s.,():%+*/<>=-]{1,500}$/,
  media: /^[\w\s.,():<>=-]{1,200}$/,
  datetime: /^[\w\s:.+-]{1,50}$/,
};

/** The attributes that an element keeps, checked and rewritten; undefined when the element itself must go. */
export function judgeAttributes(
  name: string,
  found: HtmlAttributes,
  base: string,
): HtmlAttributes | undefined {
  const kept: HtmlAttributes = {};
  const ours = set[name];
  for (const attribute of judged.get(name) ?? everywhere) {
    const given = ours?.[attribute] ?? found[attribute];
    const value = lengths.has(attribute) ? pixelsIn(given) : given;
    if (value !== undefined && isPlain(attribute, value)) kept[attribute] = value;
  }
  if (name === 'img') return judgeImage(kept, found, base);
  if (name === 'a') return judgeLink(kept, base);
  if (name === 'source') return judgeSource(kept, found, base);
  if (name === 'video' || name === 'audio') return judgeMedia(kept, found, base);
  if (kept.cite !== undefined) setOrDrop(kept, 'cite', absoluteUrl(kept.cite, base));
  return kept;
}

/** `600px`, `600.5` → `600`: a browser that knows the size leaves room for a picture before it has come. */
function pixelsIn(written: string | undefined): string | undefined {
  return /^\s*(\d{1,6})(?:\.\d{0,9})?(?:px)?\s*$/i.exec(written ?? '')?.[1];
}

function isPlain(attribute: string, value: string): boolean {
  if (numbers.has(attribute)) return /^-?\d{1,6}$/.test(value);
  return patterns[attribute]?.test(value) ?? true;
}

/** Of a link that leads nowhere only the text is kept. */
function judgeLink(kept: HtmlAttributes, base: string): HtmlAttributes | undefined {
  const href = kept.href === undefined ? undefined : linkTarget(kept.href, base);
  if (href === undefined) return undefined;
  return { ...kept, href };
}

function judgeMedia(kept: HtmlAttributes, found: HtmlAttributes, base: string): HtmlAttributes {
  const { src: written, ...rest } = kept;
  const src = absoluteUrl(written || found['data-src'], base);
  setOrDrop(rest, 'poster', absoluteUrl(rest.poster, base));
  return src === undefined ? rest : { src, ...rest };
}

function setOrDrop(attributes: HtmlAttributes, name: string, value: string | undefined): void {
  if (value === undefined) delete attributes[name];
  else attributes[name] = value;
}
