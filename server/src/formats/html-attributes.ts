// Which attributes an element of a post keeps, and how they are rewritten: links, pictures, media, numbers.

import { limits } from './limits.ts';
import { absoluteUrl, linkTarget } from './links.ts';
import { parseSrcset } from './srcset.ts';

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

const numbers = new Set(['width', 'height', 'span', 'value', 'start', 'colspan', 'rowspan']);

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
  for (const attribute of judged.get(name) ?? everywhere) {
    const value = found[attribute];
    if (value !== undefined && isPlain(attribute, value)) kept[attribute] = value;
  }
  if (name === 'img') return judgeImage(kept, found, base);
  if (name === 'a') return judgeLink(kept, base);
  if (name === 'source') return judgeSource(kept, found, base);
  if (name === 'video' || name === 'audio') return judgeMedia(kept, found, base);
  if (kept.cite !== undefined) setOrDrop(kept, 'cite', absoluteUrl(kept.cite, base));
  return kept;
}

function isPlain(attribute: string, value: string): boolean {
  if (numbers.has(attribute)) return /^-?\d{1,6}$/.test(value);
  return patterns[attribute]?.test(value) ?? true;
}

/** Of a link that leads nowhere only the text is kept. */
function judgeLink(kept: HtmlAttributes, base: string): HtmlAttributes | undefined {
  const href = kept.href === undefined ? undefined : linkTarget(kept.href, base);
  if (href === undefined) return undefined;
  // noopener, noreferrer: the page learns nothing about the reader; nofollow: a link in somebody else's post is no recommendation of ours.
  return { ...kept, href, rel: 'noopener noreferrer nofollow', target: '_blank' };
}

/** Where pages keep the address of a picture that a script loads later. */
const lazySources = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-hi-res-src',
];
const lazySrcsets = ['data-srcset', 'data-lazy-srcset'];
/** The words are looked for once in each part of a path, and the type only after the first of them: one pattern for both could take minutes. */
const placeholder = /^data:|placeholder/i;
const placeholderWord = /blank|spacer|pixel|transparent|lazy|1x1|grey|loading/i;
const pictureType = /\.(?:gif|png|svg|jpe?g)/i;

/** Tracking pixels: they exist to be counted, not seen. */
const beacons =
  /^https?:\/\/(?:pixel\.wp\.com|stats\.wordpress\.com|feeds\.feedburner\.com\/~|feeds\.wordpress\.com\/1\.0\/)/i;

function judgeImage(kept: HtmlAttributes, found: HtmlAttributes, base: string): HtmlAttributes | undefined {
  if (isTiny(found)) return undefined;
  const lazy = firstOf(found, lazySources);
  const written = lazy !== undefined && (kept.src === undefined || isPlaceholder(kept.src)) ? lazy : kept.src;
  const src = written === undefined ? undefined : imageUrl(written, base);
  setOrDrop(kept, 'src', src);
  setOrDrop(kept, 'srcset', parseSrcset(kept.srcset ?? firstOf(found, lazySrcsets), base));
  if (kept.srcset === undefined) delete kept.sizes;
  if (src === undefined && kept.srcset === undefined) return undefined;
  if (src !== undefined && beacons.test(src)) return undefined;
  return { ...kept, loading: 'lazy' };
}

function isPlaceholder(src: string): boolean {
  if (placeholder.test(src)) return true;
  return src.split('/').some((part) => {
    const word = placeholderWord.exec(part);
    return word !== null && pictureType.test(part.slice(word.index + word[0].length));
  });
}

function isTiny(found: HtmlAttributes): boolean {
  const tiny = (side: string): boolean => /^\s*[01](?:px)?\s*$/.test(found[side] ?? '');
  if (tiny('width') && tiny('height')) return true;
  const style = found.style ?? '';
  return /(?:^|[;\s])width\s*:\s*[01]px/i.test(style) && /(?:^|[;\s])height\s*:\s*[01]px/i.test(style);
}

/**
 * An http(s) address, or a small raster picture as `data:`; not SVG, which is a document that may hold scripts. Notebooks write pictures over
 * lines of 76 characters.
 */
function imageUrl(written: string, base: string): string | undefined {
  const trimmed = written.trim();
  if (!/^data:/i.test(trimmed)) return absoluteUrl(trimmed, base);
  if (trimmed.length > limits.dataImageChars) return undefined;
  const data = trimmed.replace(/\s+/g, '');
  return /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=]+$/i.test(data) ? data : undefined;
}

function judgeSource(kept: HtmlAttributes, found: HtmlAttributes, base: string): HtmlAttributes | undefined {
  setOrDrop(kept, 'src', absoluteUrl(kept.src || found['data-src'], base));
  setOrDrop(kept, 'srcset', parseSrcset(kept.srcset, base));
  if (kept.type !== undefined && !/^[\w./+-]{1,100}(?:;[\w\s=",.-]{0,100})?$/.test(kept.type))
    delete kept.type;
  return kept.src === undefined && kept.srcset === undefined ? undefined : kept;
}

/** Nothing plays by itself, and nothing is loaded before somebody plays it. */
function judgeMedia(kept: HtmlAttributes, found: HtmlAttributes, base: string): HtmlAttributes {
  setOrDrop(kept, 'src', absoluteUrl(kept.src || found['data-src'], base));
  setOrDrop(kept, 'poster', absoluteUrl(kept.poster, base));
  return { ...kept, controls: '', preload: 'none' };
}

function setOrDrop(attributes: HtmlAttributes, name: string, value: string | undefined): void {
  if (value === undefined) delete attributes[name];
  else attributes[name] = value;
}

function firstOf(found: HtmlAttributes, names: readonly string[]): string | undefined {
  for (const name of names) if (found[name]) return found[name];
  return undefined;
}
